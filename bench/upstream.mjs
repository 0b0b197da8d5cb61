// A stub of the event service that uses little CPU time: each reply is a buffer, which is created at the first request. Each reply waits
// for the `delayMs` of the last message that has one, and FAULT_SHARE of them are faults.
import { createServer } from 'node:http';
import { attendeeCount, attendees, contents, firstId } from './event.mjs';

const fixed = Object.fromEntries(Object.entries(contents).map(([path, envelope]) => [path, Buffer.from(JSON.stringify(envelope))]));
// Not of the interface: the schedule with keys that are names, for servers that cannot address a date.
const days = Object.values(contents['/api/schedule/getList'].data).map((items, index) => [`day${index + 1}`, items]);
fixed['/bench/schedule'] = Buffer.from(JSON.stringify({ code: 1, data: Object.fromEntries(days), total: 36 }));
const records = attendees.map((attendee) => JSON.stringify(attendee));
/** By path and fields of the body. */
const made = new Map();

/** §4.3: a page of attendees, or attendees by id. */
function list({ page, pagesize, ids }) {
  const size = Number(pagesize ?? attendeeCount);
  const start = (Number(page ?? 1) - 1) * size;
  const matching = ids
    ? ids
        .split(',')
        .map((id) => records[id - firstId])
        .filter(Boolean)
    : records;
  return `{"code":1,"data":[${matching.slice(start, start + size).join(',')}],"total":${ids ? matching.length : attendeeCount}}`;
}

/** §4.4: the content is an object, and the record has points. */
function one({ id }) {
  const attendee = attendees[id - firstId];
  if (!attendee) return '{"code":0,"msg":"No such attendee"}';
  return JSON.stringify({
    code: 1,
    data: { ...attendee, content: JSON.parse(attendee.content), company_tax_id: '', other_channel: null, points: '0.00' },
  });
}

const operations = { '/api/participant/getList': list, '/api/participant/get': one, '/api/participant/add': () => added };
const added = '{"code":1,"url":"ok","ids":[1],"sign_code_arr":["A"],"order_ids":["B"]}';

/** The fields of a multipart body. Also those of a form-encoded one and of a query, which the interface does not accept, but peers send. */
function formOf(query, body) {
  if (body.startsWith('--')) return [...body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)/g)].map(([, name, value]) => [name, value]);
  const encoded = new URLSearchParams(query ?? body);
  return [...new Set(encoded.keys())].map((name) => [name, encoded.getAll(name).join()]);
}

function replyTo(url, body) {
  const [path, query] = url.split('?');
  if (fixed[path]) return fixed[path];
  // The key has the fields only, because each multipart body has another boundary.
  const form = formOf(query, body);
  const key = `${path} ${form}`;
  if (!made.has(key)) made.set(key, Buffer.from(operations[path](Object.fromEntries(form))));
  return made.get(key);
}

const faults = [
  (response) => response.socket.resetAndDestroy(),
  (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
  (response) => response.writeHead(200, { 'content-length': '500' }).write('{"code":1', () => response.socket.destroy()),
  (response) => response.end('<html>'),
  () => {}, // hangs until the deadline
];
let delayMs = 0;
const faultShare = Number(process.env.FAULT_SHARE ?? 0);

let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    if (Math.random() < faultShare) return faults[requests % faults.length](response);
    const buffer = replyTo(request.url, body);
    const send = () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': buffer.length }).end(buffer);
    return delayMs === 0 ? send() : setTimeout(send, delayMs);
  });
});
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
process.on('message', (message) => {
  delayMs = message.delayMs ?? delayMs;
  process.send({ requests });
});
process.on('disconnect', () => process.exit());
