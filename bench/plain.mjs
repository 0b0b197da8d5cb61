// The plain server that Event Graph is compared with: node:http, undici, body.json() and hand-picked fields. It has no GraphQL,
// no authentication, no checks and no deadlines. It reads only the operation's name and variables.
import { createServer } from 'node:http';
import { day } from './event.mjs';
import { call } from './service-client.mjs';

const numberIn = (id) => Number(id.slice(id.lastIndexOf(':') + 1));
const brief = ({ id, contact, mobile, email, company }) => ({ id, contact, mobile, email, company });
const full = ({ id, contact, mobile, email, company, sign_code, source, time }) => ({
  id,
  contact,
  mobile,
  email,
  company,
  sign_code,
  source,
  time,
});
const stock = ({ id, name, num, sold_num }) => ({ id, name, num, sold_num });

/** The day of the schedule, articles, categories and tickets. */
async function home() {
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
}

const operations = {
  list: async ({ offset }) => (await call('/api/participant/getList', { pagesize: 100, page: offset / 100 + 1 })).map(full),
  entities: async ({ references }) => {
    const ids = references.map(({ id }) => numberIn(id));
    const rows = await call('/api/participant/getList', { pagesize: ids.length, page: 1, ids: ids.join(',') });
    const found = new Map(rows.map(({ id, contact, email }) => [id, { id, contact, email }]));
    return ids.map((id) => found.get(id));
  },
  wide: async ({ offset }) => {
    const [attendees, goods, others] = await Promise.all([
      call('/api/participant/getList', { pagesize: 20, page: offset / 20 + 1 }),
      call('/api/goods/data'),
      home(),
    ]);
    return { attendees: attendees.map(brief), ...others, goods: goods.map(stock) };
  },
  home,
  related: async () => {
    const [articles, categories] = await Promise.all([call('/api/article/getList'), call('/api/article/getCategoryList')]);
    const byId = new Map(categories.map(({ id, name }) => [id, { id, name }]));
    return articles.data.map(({ id, post_title, ca_category_id }) => ({ id, post_title, category: byId.get(ca_category_id) }));
  },
  trivial: async () => ({ __typename: 'Query' }),
  one: async ({ id }) => full(await call('/api/participant/get', { id: numberIn(id) })),
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
