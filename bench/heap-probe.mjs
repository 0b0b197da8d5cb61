// Loaded before the program by soak.mjs. Replies to each message with the memory and timers after a full garbage collection.
process.on('message', () => {
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  process.send({ heapUsed, rss, timers });
});
