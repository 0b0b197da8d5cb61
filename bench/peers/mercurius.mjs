// Mercurius with JIT after one execution, Fastify without a log, and a loader for categories. It calls the service as the plain server does.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { day } from '../event.mjs';
import { call } from '../service-client.mjs';
import { schema } from './schema.mjs';
import { serviceNames } from './workloads.mjs';

const renamed = (...names) => Object.fromEntries(names.map((name) => [name, (row) => row[serviceNames[name]]]));
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
  Attendee: renamed('signCode', 'registeredAt'),
  ScheduleItem: renamed('startTime'),
  Article: renamed('postTitle', 'postAuthor'),
  StockItem: renamed('soldNum'),
};

async function categoriesOf(articles) {
  const byId = new Map((await call('/api/article/getCategoryList')).map((category) => [category.id, category]));
  return articles.map(({ obj }) => byId.get(obj.ca_category_id) ?? null);
}
const loaders = { Article: { category: { loader: categoriesOf, opts: { cache: false } } } };

const app = Fastify({ logger: false });
await app.register(mercurius, { schema, resolvers, loaders, jit: 1, graphiql: false });
console.log(JSON.stringify({ url: await app.listen({ port: 0, host: '127.0.0.1' }) }));
