// The service of the soak test: one call in twenty fails, by one fault after another.
import { once } from 'node:events';
import { createServer } from 'node:http';

const faultShare = 0.05;

const attendee = (id) => ({
  id,
  form_id: 1001,
  contact: `Attendee ${id}`,
  mobile: `100${id}`,
  review: 2,
  avatar_status: 0,
  time: 1775001600,
  content: '{"name1":"x"}',
});
const replies = {
  '/api/participant/getList': (body) => {
    const ids = /name="ids"\r\n\r\n([\d,]+)/.exec(body)?.[1]?.split(',').map(Number);
    const size = Number(/name="pagesize"\r\n\r\n(\d+)/.exec(body)?.[1] ?? 20);
    const data = (ids ?? Array.from({ length: size }, (_, index) => index + 1)).map(attendee);
    return { code: 1, data, total: ids ? data.length : 1000 };
  },
  '/api/participant/get': () => ({ code: 1, data: attendee(7) }),
  '/api/participant/add': () => ({ code: 1, url: 'ok', ids: [1], sign_code_arr: ['A'], order_ids: ['B'] }),
  '/api/activity/getFields': () => ({
    code: 1,
    data: [
      { name: 'name', type: 'input' },
      { name: 'mobile', type: 'input' },
    ],
  }),
  '/api/article/getList': () => ({ code: 1, data: { data: [], itemsCount: 0, total: 0, currentPage: 1 } }),
  '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'T', num: 2, sold_num: 1, money: 9 }] }),
};
const faults = [
  (response) => response.socket.resetAndDestroy(),
  (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
  (response) => response.writeHead(200, { 'content-length': '500' }).write('{"code":1', () => response.socket.destroy()),
  (response) => response.end('<html>'),
  () => {}, // hangs until the deadline
];

/** Starts the service. `faultsMade` of the result is the number of calls that have failed. */
export async function startService() {
  let faultsMade = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (Math.random() < faultShare) return faults[faultsMade++ % faults.length](response);
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(replies[request.url.split('?')[0]]?.(body) ?? { code: 0, msg: '' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    get faultsMade() {
      return faultsMade;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
