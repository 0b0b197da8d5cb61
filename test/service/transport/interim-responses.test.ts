/* Interim responses (1xx) that no request asked for, over real sockets. */

import fc from 'fast-check';
import { createUndiciTransport } from '../../../src/service/transport/undici.js';
import { rawService, type RawScript } from '../../support/raw-service.js';
import { bounds, request } from './request.js';

const path = '/api/ticket/data';

async function repliesFrom(script: RawScript, keepAlive: boolean, calls = 1) {
  const service = await rawService({ [path]: script });
  const { transport, destroy } = createUndiciTransport({
    baseUrl: service.url,
    maxConnections: 1,
    maxResponseBytes: 1_000_000,
    timeoutMs: 5_000,
    keepAlive,
  });
  try {
    const bodies = [];
    for (let call = 0; call < calls; call += 1) bodies.push(String((await transport(request({ body: Buffer.from('x') }), bounds())).body));
    return { bodies, hits: service.hits.length };
  } finally {
    await destroy();
    await service.close();
  }
}
const final = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test.each([true, false])(
  'interim responses before each response are ignored (keepAlive %p), wherever their bytes are split',
  async (keepAlive) => {
    const interims = fc.constantFrom('100 Continue', '100', '100 \r\nX-A: b', '102 Processing', '103 Early Hints\r\nLink: </a>');
    await fc.assert(
      fc.asyncProperty(fc.array(interims, { maxLength: 3 }), fc.array(fc.nat(200), { maxLength: 4 }), async (statuses, cuts) => {
        const body = 'HTTP/1.1 100 Continue\r\n\r\nis part of the body';
        const text = statuses.map((status) => `HTTP/1.1 ${status}\r\n\r\n`).join('') + final(body);
        const at = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
        const { bodies, hits } = await repliesFrom(
          (socket) => {
            void (async () => {
              for (const [index, start] of at.slice(0, -1).entries()) {
                socket.write(text.slice(start, at[index + 1]));
                await new Promise((resolve) => setImmediate(resolve));
              }
            })();
          },
          keepAlive,
          2,
        );
        expect({ bodies, hits }).toEqual({ bodies: [body, body], hits: 2 });
      }),
      { numRuns: 60 },
    );
  },
);
