// Loaded before the program in a soak: answers each message with what is left when all garbage is collected.
process.on('message', () => {
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  process.send({ heapUsed, rss, timers });
});
