// Mercurius with JIT after one execution, Fastify without a log, a loader for categories, and the calls of the plain server.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { day } from '../event.mjs';
import { call } from '../service-client.mjs';

// That of Tailcall has the same fields.
const schema = `
  type Query {
    attendees(page: Int!, pageSize: Int!): [Attendee!]!
    attendee(id: Int!): Attendee
    schedule: [ScheduleItem!]!
    articles: [Article!]!
    categories: [Category!]!
    tickets: [StockItem!]!
    goods: [StockItem!]!
  }
  type Attendee { id: Int! contact: String mobile: String email: String company: String sign_code: String source: Int time: Int }
  type ScheduleItem { id: Int! title: String start_time: Int }
  type Article { id: Int! post_title: String post_author: String category: Category }
  type Category { id: Int! name: String count: Int }
  type StockItem { id: Int! name: String num: Int sold_num: Int }
`;
const resolvers = {
  Query: {
    attendees: (_root, { page, pageSize }) => call('/api/participant/getList', { page, pagesize: pageSize }),
    attendee: (_root, { id }) => call('/api/participant/get', { id }),
    schedule: async () => (await call('/api/schedule/getList'))[day],
    articles: async () => (await call('/api/article/getList')).data,
    categories: () => call('/api/article/getCategoryList'),
    tickets: () => call('/api/ticket/data'),
    goods: () => call('/api/goods/data'),
  },
};

async function categoriesOf(articles) {
  const byId = new Map((await call('/api/article/getCategoryList')).map((category) => [category.id, category]));
  return articles.map(({ obj }) => byId.get(obj.ca_category_id) ?? null);
}
const loaders = { Article: { category: { loader: categoriesOf, opts: { cache: false } } } };

const app = Fastify({ logger: false });
await app.register(mercurius, { schema, resolvers, loaders, jit: 1, graphiql: false });
console.log(JSON.stringify({ url: await app.listen({ port: 0, host: '127.0.0.1' }) }));
