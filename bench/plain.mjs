// The plain server that Event Graph is compared with: node:http, undici, body.json() and hand-picked fields. It has no GraphQL,
// no authentication, no checks and no deadlines. It reads only the operation's name and variables.
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { activityId, day } from './event.mjs';

const pool = new Pool(process.env.EVENT_SERVICE_URL, { connections: 64 });
const boundary = 'plain-7MA4YWxkTrZu0gW';
const headers = {
  'content-type': `multipart/form-data; boundary=${boundary}`,
  'service-auth': JSON.stringify({
    UserPublicKey: 'bench',
    ActivityId: activityId,
    Time: 1_775_001_600,
    Version: 1,
    Signature: '0'.repeat(32),
  }),
};

async function call(path, fields) {
  let body = '';
  for (const name in fields) body += `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${fields[name]}\r\n`;
  const reply = await pool.request({ method: 'POST', path, headers, body: `${body}--${boundary}--\r\n` });
  return (await reply.body.json()).data;
}

const numberIn = (id) => Number(id.slice(id.lastIndexOf(':') + 1));
const whole = ({ id, contact, mobile, email, company, sign_code, source, time }) => ({
  id,
  contact,
  mobile,
  email,
  company,
  sign_code,
  source,
  time,
});
const brief = ({ id, contact, mobile, email, company }) => ({ id, contact, mobile, email, company });
const stock = ({ id, name, num, sold_num }) => ({ id, name, num, sold_num });

const operations = {
  list: async ({ offset }) => (await call('/api/participant/getList', { pagesize: 100, page: offset / 100 + 1 })).map(whole),
  entities: async ({ references }) => {
    const ids = references.map(({ id }) => numberIn(id));
    const found = new Map(
      (await call('/api/participant/getList', { pagesize: ids.length, page: 1, ids: ids.join(',') })).map((row) => [row.id, row]),
    );
    return ids.map((id) => brief(found.get(id)));
  },
  wide: async ({ offset }) => {
    const [attendees, schedule, articles, categories, tickets, goods] = await Promise.all([
      call('/api/participant/getList', { pagesize: 20, page: offset / 20 + 1 }),
      call('/api/schedule/getList'),
      call('/api/article/getList'),
      call('/api/article/getCategoryList'),
      call('/api/ticket/data'),
      call('/api/goods/data'),
    ]);
    return {
      attendees: attendees.map(brief),
      schedule: schedule[day].map(({ id, title, start_time }) => ({ id, title, start_time })),
      articles: articles.data.map(({ id, post_title, post_author }) => ({ id, post_title, post_author })),
      categories: categories.map(({ id, name, count }) => ({ id, name, count })),
      tickets: tickets.map(stock),
      goods: goods.map(stock),
    };
  },
  trivial: async () => ({ __typename: 'Query' }),
  related: async () => {
    const [articles, categories] = await Promise.all([call('/api/article/getList'), call('/api/article/getCategoryList')]);
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    return articles.data.map(({ id, post_title, ca_category_id }) => ({ id, post_title, category: names.get(ca_category_id) }));
  },
  home: async () => {
    const [schedule, articles, categories, tickets] = await Promise.all([
      call('/api/schedule/getList'),
      call('/api/article/getList'),
      call('/api/article/getCategoryList'),
      call('/api/ticket/data'),
    ]);
    return {
      schedule: schedule[day].map(({ id, title, start_time }) => ({ id, title, start_time })),
      articles: articles.data.map(({ id, post_title, post_author }) => ({ id, post_title, post_author })),
      categories: categories.map(({ id, name, count }) => ({ id, name, count })),
      tickets: tickets.map(stock),
    };
  },
  one: async ({ id }) => whole(await call('/api/participant/get', { id: numberIn(id) })),
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const { operationName, variables } = JSON.parse(Buffer.concat(chunks));
    const body = Buffer.from(JSON.stringify({ data: await operations[operationName](variables) }));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })));
