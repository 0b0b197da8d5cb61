// Loaded into a measured server ahead of its own code (--import): tells over the IPC channel what the process has used.
process.on('message', () => process.send({ cpu: process.cpuUsage(), rss: process.resourceUsage().maxRSS }));
process.on('disconnect', () => process.exit());
process.channel.unref();
