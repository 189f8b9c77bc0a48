/** Announces to a screen reader what has happened, without showing it again. */
export function Announcement({ children }: { readonly children: string }) {
  return (
    <p class="visually-hidden" role="status">
      {children}
    </p>
  );
}
