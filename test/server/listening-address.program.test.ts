import { connect } from 'node:net';
import { deadUrl } from '../support/http-server.js';
import { programOver } from '../support/program.js';

/** Whether a port accepts connections at an address. */
const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

// 127.0.0.2 stands for the address by which other machines reach this one.
test.each([
  [{}, [true, false]],
  [{ HOST: '0.0.0.0' }, [true, true]],
])('a program with %j accepts connections at 127.0.0.1 and at another address: %j', async (env, expected) => {
  const program = await programOver(await deadUrl(), env);
  const port = Number(new URL(program.url).port);
  try {
    expect(await Promise.all(['127.0.0.1', '127.0.0.2'].map((host) => accepts(host, port)))).toEqual(expected);
  } finally {
    await program.close();
  }
});
