/* Programs with other settings: names of types, bound operations, limits. */

import { get, type Group } from './case.js';

export const prefixed: Group = {
  title: 'TYPE_PREFIX and RELAY_NODE',
  env: { TYPE_PREFIX: 'Event', RELAY_NODE: 'true' },
  cases: {
    'names of types':
      '{ __typename activity { __typename tickets { __typename id } attendees(first: 1) { __typename nodes { __typename id } pageInfo { __typename } } } }',
    fragments: [
      '{ activity { goods { ... on EventActivityStockItem { name } ... on EventGoods { id } } } }',
      '{ activity { ... on Activity { id } } }',
    ],
    entities:
      '{ _entities(representations: [{ __typename: "EventAttendee", id: "attendee:1001:700001" }, { __typename: "Attendee", id: "attendee:1001:700001" }, { __typename: "EventActivity", id: "1001" }]) { __typename ... on EventAttendee { name } } }',
    'an input': { query: 'query Q($by: EventAttendeeLookup!) { attendee(by: $by) { id name } }', variables: { by: { id: '700002' } } },
    introspection: '{ __schema { types { name } } }',
    nodes:
      '{ a: node(id: "1001") { __typename id } b: node(id: "attendee:1001:700001") { id ... on EventAttendee { name } } c: node(id: "article:1001:6001") { ... on EventArticle { title } } d: node(id: "category:1001:999") { id } e: node(id: "x") { id } f: node(id: "attendee:7:700001") { id } g: node(id: "") { id } h: node(id: "ticketItem:1001:401") { ... on EventTicketItem { name } } }',
    'a node without its scope': {
      query: '{ node(id: "attendee:1001:700001") { __typename id } other: node(id: "goods:1001:501") { id } }',
      scopes: 'content:read',
    },
  },
};

const order = '{ result { number state quantity amount ticket { id name } attendee { id name } } userErrors { code message field } }';
export const bound: Group = {
  title: 'bound operations',
  env: { OPERATIONS_FILE: 'examples/operations.json' },
  fresh: true,
  cases: {
    content:
      '{ activity { speakers { id name company introduction photoUrl keynote categoryName talks { id title } } speakerCategories { id name speakerCount } exhibitors(pageSize: 2) { id name products { title price } } scheduleCategories { name } exhibitorFields { name kind } } }',
    'one record':
      '{ activity { speaker(id: "1") { name } none: speaker(id: "999") { name } exhibitor(id: "1") { name contactEmail products { title price } } articleDetail(id: "6001") { title } global: articleDetail(id: "article:1001:6001") { id } foreign: articleDetail(id: "goods:1001:501") { id } } }',
    'wrong arguments': [
      '{ activity { speaker { name } } }',
      '{ activity { speaker(id: null) { name } } }',
      '{ activity { exhibitors(page: "x") { name } } }',
    ],
    people:
      '{ activity { searchAttendees(keyword: "wang") { id name mobile } signCodeByMobile(mobile: "10000700001") none: signCodeByMobile(mobile: "10000799999") checkInToken { token userId points { id name } } } }',
    scopes: [
      {
        query:
          '{ activity { speakers { name } searchAttendees(keyword: "wang") { id name mobile } order(number: "S10019001") { number } authorisation { valid } } }',
        scopes: 'content:read attendees:pii',
      },
      {
        query: '{ activity { order(number: "S10019001") { number } authorisation { valid permissions } } }',
        scopes: 'operations:order operations:authorisation',
      },
    ],
    'an order': [
      {
        query: `mutation { createOrder(ticketId: "402", attendeeId: "attendee:1001:700001", quantity: 2) ${order} }`,
        scopes: 'operations:createOrder attendees:read content:read',
        inOrder: true,
      },
      {
        query: '{ activity { order(number: "S10019001") { number state amount ticket { name } } none: order(number: "x") { number } } }',
        scopes: 'operations:order content:read',
      },
      { query: `mutation { repayOrder(number: "S10019001") ${order} }`, scopes: 'operations:repayOrder', inOrder: true },
      {
        query: `mutation { createOrder(ticketId: "999", attendeeId: "attendee:1002:700001") ${order} }`,
        scopes: 'operations:createOrder',
        inOrder: true,
      },
    ],
    'changes of attendees': [
      {
        query:
          'mutation { modifyAttendee(attendeeId: "attendee:1001:700001", company: "Harbour Ltd") { result { id company } userErrors { code message } } deleteAttendee(attendeeId: "700002") { result userErrors { code } } sendSmsCode(attendeeId: "attendee:1001:999999") { result userErrors { code message } } }',
        inOrder: true,
      },
      '{ a: attendee(by: { id: "700001" }) { company } b: attendee(by: { id: "700002" }) { deletedAt } }',
    ],
    'a service that fails': {
      query: '{ activity { speakers { name } exhibitors { name } } }',
      faults: {
        '/api/guest/getList': { status: 404, body: '' },
        '/api/exhibitor/getList': { body: '{"code":1,"data":{"list":[{"id":{}}]}}' },
      },
    },
  },
};

export const limited: Group = {
  title: 'limits of operations',
  env: {
    MAX_DEPTH: '3',
    MAX_COST: '60',
    MAX_ALIASES: '1',
    MAX_ROOT_FIELDS: '2',
    MAX_TOKENS: '60',
    MAX_BODY_BYTES: '2000',
    MAX_UPSTREAM_CALLS: '2',
    MAX_RESPONSE_BYTES: '20000',
  },
  cases: {
    depth: ['{ activity { attendees(first: 1) { totalCount } } }', '{ activity { attendees(first: 1) { nodes { id } } } }'],
    cost: '{ activity { attendees(first: 60) { nodes: totalCount } } b: activity { attendees(first: 50) { totalCount } } }',
    aliases: '{ a: __typename b: __typename }',
    'fields of the root': '{ __typename activity { id } activities { id } }',
    tokens: `{ activity { ${'id '.repeat(60)} } }`,
    'bytes of a body': [{ query: `{ activity { id } } # ${'x'.repeat(2000)}` }, { body: 'x'.repeat(2001) }],
    calls: '{ activity { tickets { id } goods { id } articles { total } } }',
    'bytes of a response': [
      '{ activity { articles { total } } _service { sdl } }',
      '{ __schema { types { name description fields { name description args { name } type { name } } } } }',
    ],
    'by GET and as graphql-response': [
      get({ query: '{ a: __typename b: __typename }' }),
      { query: '{ a: __typename b: __typename }', headers: { accept: 'application/graphql-response+json' } },
    ],
  },
};

export const rateLimited: Group = {
  title: 'RATE_LIMIT',
  env: { RATE_LIMIT: '1' },
  fresh: true,
  cases: {
    'calls of one caller': [
      '{ activity { tickets { id } goods { id } } }',
      '{ activity { tickets { id } } }',
      { query: '{ activity { tickets { id } } }', headers: { accept: 'application/graphql-response+json' } },
      '{ activity { id } }',
      { query: '{ activity { tickets { id } } }', pass: 1_000 },
      { query: '{ activity { tickets { id } } }', scopes: 'content:read' },
    ],
    'more calls than the bucket ever holds': [
      '{ activity { tickets { id } goods { id } articles { total } } }',
      '{ activity { id tickets { id } } }',
    ],
  },
};

export const closed: Group = {
  title: 'settings of production',
  env: {
    INTROSPECTION: 'false',
    FEDERATION_AUTH_DIRECTIVES: 'false',
    UPSTREAM_REPORT: 'false',
    EVENT_SERVICE_NOT_FOUND_PATTERN: '',
    EVENT_SERVICE_MAX_PAGE_SIZE: '10',
  },
  cases: {
    introspection: [
      '{ __schema { queryType { name } } }',
      '{ __type(name: "Query") { name } activity { id } }',
      '{ __typename }',
      '{ _service { sdl } }',
    ],
    'names that resemble others': [
      '{ activitie { id } }',
      '{ activity(ids: 1) { id } }',
      '{ activity { ... on Activitty { id } } }',
      'query Q($by: AttendeeLookups) { activity { id } }',
      '{ activity { article(id: 1) { content(format: TEXTS) } } }',
      '{ attendee(by: { mobil: "x" }) { id } }',
    ],
    'an attendee whom the service does not find': [
      '{ attendee(by: { mobile: "10000799999" }) { id } b: attendee(by: { id: "999999" }) { id } c: attendee(by: { id: "999999" }) { points } }',
      '{ activity { attendees { nodes { serviceId } } } }',
    ],
    'the largest page': [
      '{ activity { attendees(first: 11) { totalCount } } }',
      '{ activity { attendees(first: 10, offset: 5) { nodes { serviceId } } } }',
      {
        query: 'query Q($ids: [ID!]!) { attendeesByIds(ids: $ids) { serviceId } }',
        variables: { ids: Array.from({ length: 25 }, (_, index) => String(700_001 + index)) },
      },
    ],
  },
};
