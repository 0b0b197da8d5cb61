/* A service that fails, and the cache. */

import type { Fault } from '../service.js';
import { get, type Group, type Step } from './case.js';

const [tickets, goods, list, one, articles] = [
  '/api/ticket/data',
  '/api/goods/data',
  '/api/participant/getList',
  '/api/participant/get',
  '/api/article/getList',
] as const;
const content = '{ activity { tickets { name } goods { name } } }';
const people = '{ activity { attendees(first: 2) { totalCount nodes { id name mobile registeredAt points } } } }';

const replies: Readonly<Record<string, Fault>> = {
  'code 0': { body: '{"code":0,"msg":"Closed for 10000700001, ask info@example.com"}' },
  'code 0 under 500': { status: 500, body: '{"code":0,"msg":"Broken"}' },
  'code 0 without a message': { body: '{"code":0}' },
  'code 1 under 400': { status: 400, body: '{"code":1,"data":[]}' },
  'code 1 under 404': { status: 404, body: '{"code":1,"data":[]}' },
  'code 1 under 503': { status: 503, body: '{"code":1,"data":[]}' },
  'code 2': { body: '{"code":2,"msg":"x","data":[]}' },
  'code as a string': { body: '{"code":"1","msg":"x","data":[]}' },
  'no code': { body: '{"data":[]}' },
  'no data': { body: '{"code":1}' },
  'data that is null': { body: '{"code":1,"data":null}' },
  'data that is a text': { body: '{"code":1,"data":"x"}' },
  'a record that is no object': { body: '{"code":1,"data":[1,null,"x",{}]}' },
  'a list in place of the envelope': { body: '[]' },
  'no JSON': { body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } },
  'half of a JSON text': { body: '{"code":1,"data":[' },
  'no bytes': { body: '' },
  'status 204': { status: 204, body: '' },
  'status 301': { status: 301, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
  'status 401': { status: 401, body: '{"code":0,"msg":"Signature error"}' },
  'status 403 without JSON': { status: 403, body: 'no' },
  'status 429': { status: 429, headers: { 'retry-after': '3600' }, body: '' },
  'status 500': { status: 500, body: 'x' },
  'status 502': { status: 502, body: '' },
  'status 503 with retry-after': { status: 503, headers: { 'retry-after': '3600' }, body: '' },
  'an unknown coding': { headers: { 'content-encoding': 'x' }, body: '{"code":1,"data":[]}' },
  'a reset': 'reset',
};

export const faults: Group = {
  title: 'a service that fails',
  env: { EVENT_SERVICE_RETRIES: '0' },
  fresh: true,
  cases: {
    ...Object.fromEntries(
      Object.entries(replies).map(([name, fault]): [string, Step] => [
        `${name} of one list`,
        { query: content, faults: { [tickets]: fault } },
      ]),
    ),
    ...Object.fromEntries(
      ['code 0', 'code 1 under 400', 'no data', 'no JSON', 'status 500', 'status 429'].map((name): [string, readonly Step[]] => [
        `${name} of attendees`,
        [
          { query: people, faults: { [list]: replies[name]! } },
          { query: people, faults: { [one]: replies[name]! } },
          {
            query:
              '{ a: attendee(by: { mobile: "10000700001" }) { name } b: attendeesByIds(ids: ["700001"]) { name } _entities(representations: [{ __typename: "Attendee", id: "attendee:1001:700002" }, { __typename: "Activity", id: "1001" }]) { __typename } }',
            faults: { [list]: replies[name]!, [one]: replies[name]! },
          },
        ],
      ]),
    ),
    'everything fails': {
      query:
        '{ activity { formFields { name } schedule { totalCount } articles { total } categories { id } tickets { id } goods { id } attendees { totalCount } } }',
      faults: Object.fromEntries(
        ['/api/activity/getFields', '/api/schedule/getList', articles, '/api/article/getCategoryList', tickets, goods, list].map((path) => [
          path,
          { status: 500, body: '' },
        ]),
      ),
    },
    'a value that breaks its own field': [
      { query: people, faults: { [list]: { replace: '"contact":"王伟"', by: '"contact":{}' } } },
      {
        query: '{ activity { attendees(first: 2) { nodes { id registeredAt review { code state } } } } }',
        faults: { [list]: { replace: '"add_time":', by: '"add_time":"x","was":' } },
      },
    ],
    'a value that breaks the nearest nullable field': {
      query: '{ activity { tickets { name unitPrice } goods { name unitPrice } } }',
      faults: { [goods]: { replace: '"name":"Notebook"', by: '"name":[]' }, [tickets]: { replace: '"money":', by: '"money":"x","was":' } },
    },
    'a record without an id': { query: '{ activity { tickets { id name } } }', faults: { [tickets]: { replace: '"id":401,', by: '' } } },
    'the category of an article fails': {
      query: '{ activity { articles { items { serviceId category { name } } } } }',
      faults: { '/api/article/getCategoryList': { status: 500, body: '' } },
    },
    'the circuit opens': [
      ...Array.from({ length: 20 }, (): Step => ({
        query: '{ activity { tickets { name } } }',
        faults: { [tickets]: { status: 500, body: '' } },
      })),
      content,
      { query: content, faults: {} },
      { query: content, pass: 6_000 },
    ],
  },
};

export const retries: Group = {
  title: 'retries',
  env: { EVENT_SERVICE_RETRIES: '2' },
  fresh: true,
  cases: {
    'a read that succeeds at its second attempt': {
      query: content,
      faults: { [tickets]: [{ status: 503, body: '' }], [goods]: ['reset'] },
    },
    'a read that fails three times': { query: '{ activity { tickets { name } } }', faults: { [tickets]: { status: 502, body: '' } } },
    'status 500 and code 0 are not repeated': {
      query: content,
      faults: { [tickets]: { status: 500, body: '' }, [goods]: { body: '{"code":0,"msg":"x"}' } },
    },
    'status 429 that asks for no wait': {
      query: '{ activity { tickets { name } } }',
      faults: { [tickets]: [{ status: 429, headers: { 'retry-after': '0' }, body: '' }] },
    },
    'a single sign-on is not repeated after a reset': {
      query: 'mutation { ssoLogin(input: { mobile: "10000700001" }) { userErrors { code } } }',
      faults: { '/api/participant/sso_login': ['reset', 'reset', 'reset'] },
    },
  },
};

const cached = '{ activity { tickets { name } schedule { totalCount } } }';
export const cache: Group = {
  title: 'the cache',
  env: { CACHE_TTL: 'tickets=2,schedule=30', EVENT_SERVICE_RETRIES: '0' },
  fresh: true,
  cases: {
    'a second query is a hit': [cached, cached, '{ activity { tickets { soldOut } } other: activity(id: "1002") { tickets { name } } }'],
    'an entry expires': [cached, { query: cached, pass: 2_001 }, { query: cached, pass: 30_001 }],
    'a stale entry is served while the service fails': [
      cached,
      { query: cached, pass: 10_000, faults: { [tickets]: { status: 500, body: '' } } },
      get({ query: cached }),
      { query: cached, pass: 700_000 },
      { query: cached, faults: {} },
    ],
    'code 0 is no failure that a stale entry replaces': [
      cached,
      { query: cached, pass: 10_000, faults: { [tickets]: { body: '{"code":0,"msg":"Closed"}' } } },
    ],
    'attendees are not cached': [people, people],
    'max-age of a GET': [
      get({ query: cached }),
      { ...get({ query: cached }), pass: 500 },
      get({ query: '{ activity { schedule { totalCount } } }' }),
      get({ query: '{ activity { schedule { totalCount } attendees { totalCount } } }' }),
      get({ query: '{ activity { id } }' }),
      get({ query: '{ activity { schedule { days { items { meetingId } } } } }' }),
      { query: cached },
    ],
  },
};
