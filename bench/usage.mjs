// Loaded before a measured server (--import). Replies to each message with the CPU time and memory that the process has used.
process.on('message', () => process.send({ cpu: process.cpuUsage(), rss: process.resourceUsage().maxRSS }));
process.on('disconnect', () => process.exit());
process.channel.unref();
