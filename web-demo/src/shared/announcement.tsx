/** Announces an event to a screen reader, without showing it again. */
export function Announcement({ children }: { readonly children: string }) {
  return (
    <p class="visually-hidden" role="status">
      {children}
    </p>
  );
}
