// The processes of a measurement: each is started as a child, replies to messages, and ends when its channel is closed.
import { fork, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const children = [];

/** The processors of the measured servers, and of everything else. */
const cores = { server: '0', load: '1' };
let pinned = false;

/**
 * Pins this process and those that it starts afterwards.
 *
 * @returns false without taskset (Linux has it) or a second processor
 */
export function pinProcesses() {
  const taskset = (...args) => spawnSync('taskset', args).status === 0;
  pinned = taskset('-c', cores.server, 'true') && taskset('-acp', cores.load, String(process.pid));
  return pinned;
}

/** Starts a program as a child process. Of this environment it gets PATH only. */
export function start(file, { isServer = false, env = {}, nodeOptions = [] } = {}) {
  const child = fork(file, {
    cwd: beside('.'),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    ...(pinned && isServer
      ? { execPath: 'taskset', execArgv: ['-c', cores.server, process.execPath, ...nodeOptions] }
      : { execArgv: nodeOptions }),
    stdio: ['ignore', isServer ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

/** Resolves with the next message of a process, or with another event. Rejects if the process ends first. */
export function nextMessage(child, channel = child, event = 'message') {
  return new Promise((done, fail) => {
    const onExit = (code) => fail(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    child.once('exit', onExit);
    channel.once(event, (message) => {
      child.off('exit', onExit);
      done(message);
    });
  });
}

/** Sends a message to a process and resolves with its reply. @throws Error that the process reports */
export async function request(child, message = {}) {
  child.send(message);
  const reply = await nextMessage(child);
  if (reply.error) throw new Error(reply.error);
  return reply;
}

/** Starts a server, which prints its address in a line of JSON when it is ready, perhaps after other lines. @returns process and address */
export async function startServer(file, options) {
  const child = start(file, { ...options, isServer: true });
  let found = null;
  for (let printed = ''; found === null; found = /"url":"([^"]+)".*\n/.exec(printed))
    printed += await nextMessage(child, child.stdout, 'data');
  return { child, url: found[1] };
}

/** Starts the stub of the event service. @returns its process and address */
export async function startUpstream(env) {
  const child = start(beside('upstream.mjs'), { env });
  return { child, url: (await nextMessage(child)).url };
}

export function stopAll() {
  for (const child of children) if (child.connected) child.disconnect();
}
