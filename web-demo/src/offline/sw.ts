/** The service worker: caches every file of the page, so that it works without a network after the first visit. */

// the build inserts these
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const NAME = `modexp-${__VERSION__}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(__FILES__)));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("modexp-") && name !== NAME))
      .then((old) => Promise.all(old.map((name) => caches.delete(name)))),
  );
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(event.request, { ignoreSearch: true, ignoreVary: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
