/* Keeps the files of the page for a time without a network. What the graph returns is never kept. */

const files = ['/', '/app.js', '/style.css', '/favicon.svg'];

addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.addAll(files))));

addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !files.includes(pathname)) return;
  event.respondWith(newest(event.request, pathname));
});

/** The file from the network, or else the last one that came from there. */
async function newest(request, pathname) {
  const cache = await caches.open('page');
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  } catch {
    return (await cache.match(pathname)) ?? Response.error();
  }
}
