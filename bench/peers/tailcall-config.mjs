// The configuration of Tailcall. It differs from the interface of the service in three points, because Tailcall cannot do what the
// interface asks for: bodies are form-encoded, attendees and categories by id are read with GET, and the day of the schedule is /bench/schedule.

/**
 * @param configuration `batches`: the lookups of a request, and of requests within a millisecond, become one call. `dedupe`: also, equal
 * calls in flight become one. `neither`: each request makes its own calls, and there are no lookups.
 */
export function tailcallConfig({ configuration, serviceUrl, port }) {
  const batches = configuration !== 'neither';
  const http = (path, options) =>
    `@http(url: "${serviceUrl}${path}", headers: [{ key: "Service-Auth", value: "bench" }]${
      configuration === 'dedupe' ? ', dedupe: true' : ''
    }, ${options})`;
  const post = (path, options) => http(path, `method: "POST", ${options}`);
  const form = (fields) => `encoding: "ApplicationXWwwFormUrlencoded", body: { ${fields} }`;
  const lookUp = (path, key, value) =>
    batches ? http(path, `query: [{ key: "${key}", value: "{{.value.${value}}}" }], batchKey: ["data", "id"]`) : '';
  return `
schema
  @server(port: ${port}, hostname: "127.0.0.1", workers: 1, enableFederation: true, queryValidation: false, responseValidation: false, introspection: false)
  @upstream(poolMaxIdlePerHost: 200, tcpKeepAlive: 60, keepAliveWhileIdle: true${batches ? ', batch: { delay: 1, maxSize: 100 }' : ''}) {
  query: Query
}
type Query {
  attendees(page: Int!, pageSize: Int!): [Attendee!]!
    ${post('/api/participant/getList', `${form('page: "{{.args.page}}", pagesize: "{{.args.pageSize}}"')}, select: "{{.data}}"`)}
  attendee(id: Int!): Attendee ${post('/api/participant/get', `${form('id: "{{.args.id}}"')}, select: "{{.data}}"`)}
  schedule: [ScheduleItem!]! ${post('/bench/schedule', 'select: "{{.data.day1}}"')}
  articles: [Article!]! ${post('/api/article/getList', 'select: "{{.data.data}}"')}
  categories: [Category!]! ${post('/api/article/getCategoryList', 'select: "{{.data}}"')}
  tickets: [StockItem!]! ${post('/api/ticket/data', 'select: "{{.data}}"')}
  goods: [StockItem!]! ${post('/api/goods/data', 'select: "{{.data}}"')}
}
type Attendee ${lookUp('/api/participant/getList', 'ids', 'id')} {
  id: Int!
  contact: String
  mobile: String
  email: String
  company: String
  sign_code: String @modify(name: "signCode")
  source: Int
  time: Int @modify(name: "registeredAt")
}
type ScheduleItem {
  id: Int!
  title: String
  start_time: Int @modify(name: "startTime")
}
type Article {
  id: Int!
  post_title: String @modify(name: "postTitle")
  post_author: String @modify(name: "postAuthor")
  ca_category_id: Int @modify(name: "categoryId")
  ${batches ? `category: Category ${lookUp('/api/article/getCategoryList', 'id', 'ca_category_id')}` : ''}
}
type Category {
  id: Int!
  name: String
  count: Int
}
type StockItem {
  id: Int!
  name: String
  num: Int
  sold_num: Int @modify(name: "soldNum")
}
`;
}
