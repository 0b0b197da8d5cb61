/* GraphQL over HTTP: methods, media types, credentials, persisted and trusted documents. */

import { sha256 } from '../../support/trusted-files.js';
import { get, type Group, type Step } from './case.js';

const query = '{ activity { id } }';
const denied = '{ activity { id attendees(first: "x") { totalCount } } }';
const accepts = [
  'application/json',
  'application/graphql-response+json',
  '*/*',
  'text/html',
  'text/html, */*;q=0.1',
  'application/json;q=0, */*',
  'image/png',
  'application/graphql-response+json;charset=utf-8, application/json;q=0.9',
  'application/json; charset=iso-8859-1',
  'multipart/mixed;deferSpec=20220824, application/json',
];
const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=latin1',
  'application/graphql',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/graphql+json',
  '',
];
const bodies = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1',
  '{}',
  '{"query":null}',
  '{"query":1}',
  '{"query":""}',
  '{"query":"{ __typename }","variables":"{}"}',
  '{"query":"{ __typename }","variables":null,"operationName":null,"extensions":null}',
  '{"query":"{ __typename }","operationName":1}',
  '{"query":"{ __typename }","extensions":[]}',
  '[{"query":"{ __typename }"}]',
  '{"query":"{ __typename }","more":1}',
  '{"query":"{ __typename }","query":"{ activity { id } }"}',
  '{"query":"{ __typename }","id":"x"}',
  '{"query":"{ __typename }"} x',
  '\ufeff{"query":"{ __typename }"}',
];

const persisted = (text: string, hash = sha256(text), version: unknown = 1) => ({ persistedQuery: { version, sha256Hash: hash } });

export const protocol: Group = {
  title: 'GraphQL over HTTP',
  env: { UPSTREAM_REPORT: 'false', CORS_ORIGINS: 'https://app.example' },
  cases: {
    ...Object.fromEntries(
      accepts.map((accept): [string, readonly Step[]] => [
        `Accept: ${accept}`,
        [
          { query, headers: { accept } },
          { query: denied, headers: { accept } },
          get({ query }, { accept }),
          get({ query: denied }, { accept }),
        ],
      ]),
    ),
    ...Object.fromEntries(
      contentTypes.map((type): [string, Step] => [`Content-Type: ${type}`, { query, headers: { 'content-type': type } }]),
    ),
    bodies: bodies.map((body) => ({ body })),
    methods: ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => ({ method, headers: { accept: 'application/json' } })),
    'queries by GET': [
      get({ query }),
      get({ query, variables: '{"a":1}' }),
      get({ query, variables: 'x' }),
      get({ query, variables: '[]' }),
      get({ query, extensions: 'x' }),
      get({ query: 'query A { __typename } query B { activity { id } }', operationName: 'B' }),
      get({}),
      get({ query: '' }),
      get({ query: '{' }),
      { method: 'GET', path: '/graphql?query={__typename}&query={activity{id}}' },
    ],
    'a mutation by GET': [
      get({ query: 'mutation { ssoLogin(input: { mobile: "10000700001" }) { userErrors { code } } }' }),
      get({ query: 'query A { __typename } mutation B { ssoLogin(input: { mobile: "1" }) { userErrors { code } } }', operationName: 'B' }),
    ],
    'a subscription by POST and by GET, without an event stream': [
      { query: 'subscription { ticketStock { name } }' },
      get({ query: 'subscription { ticketStock { name } }' }),
    ],
    credentials: [
      { query, scopes: null },
      { query, scopes: null, headers: { authorization: 'Bearer wrong' } },
      { query, scopes: null, headers: { 'x-api-key': 'key-with-every-scope' } },
      { query, scopes: null, headers: { 'x-api-key': 'wrong' } },
      { query, headers: { 'x-api-key': 'wrong' } },
      { query, scopes: null, headers: { authorization: 'Basic eDp4' } },
      { query, scopes: null, headers: { authorization: 'bearer key-with-every-scope' } },
      get({ query: '{' }, { authorization: '' }),
      { method: 'PUT', scopes: null },
    ],
    'other addresses': ['/', '/nothing', '/graphql/', '/graphql/x', '/healthz', '/readyz', '/metrics', '/hooks/check-in/1001'].map(
      (path) => ({ method: 'GET', path, scopes: null }),
    ),
    origins: [
      { query, headers: { origin: 'https://app.example' } },
      { query, headers: { origin: 'https://other.example' } },
      {
        method: 'OPTIONS',
        scopes: null,
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type',
        },
      },
      { method: 'OPTIONS', scopes: null, headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' } },
    ],
    'a persisted query': [
      { extensions: persisted(query) },
      { query, extensions: persisted(query) },
      { extensions: persisted(query) },
      get({ extensions: JSON.stringify(persisted(query)) }),
      { extensions: persisted(query), variables: { unused: 1 }, operationName: 'Other' },
    ],
    'persisted queries that are wrong': [
      { query, extensions: persisted(query, sha256('other')) },
      { extensions: persisted(query, 'x') },
      { query, extensions: persisted(query, 'x') },
      { query, extensions: persisted(query, sha256(query), 2) },
      { query, extensions: { persistedQuery: {} } },
      { query, extensions: { persistedQuery: null } },
      { query: '{', extensions: persisted('{') },
      { extensions: persisted('{') },
      { query: '{ nothing }', extensions: persisted('{ nothing }') },
      { extensions: persisted('{ nothing }') },
    ],
    'content by GET': [get({ query: '{ activity { tickets { name } } }' }), get({ query: '{ activity { attendees { totalCount } } }' })],
    'a body that is encoded': [
      { query, headers: { 'content-encoding': 'gzip' } },
      { query, headers: { 'content-encoding': 'x' } },
    ],
  },
};

const trusted = {
  Known: 'query Known($id: ID) { activity(id: $id) { id } }',
  Write: 'mutation Write { ssoLogin(input: { mobile: "10000700001" }) { userErrors { code } login { state } } }',
};
export const manifest = {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: Object.entries(trusted).map(([id, body]) => ({
    id: sha256(body),
    name: id,
    type: id === 'Write' ? 'mutation' : 'query',
    body,
  })),
};

const documents: Group['cases'] = {
  'by its text': { query: trusted.Known },
  'by its text with other white space': { query: trusted.Known.replaceAll(' ', '  ') },
  'by its hash': [
    { extensions: persisted(trusted.Known), variables: { id: '1002' } },
    get({ extensions: JSON.stringify(persisted(trusted.Known)) }),
  ],
  'by its id': [
    { body: JSON.stringify({ documentId: sha256(trusted.Known) }) },
    { body: JSON.stringify({ documentId: sha256(trusted.Known), query: trusted.Known }) },
    { body: JSON.stringify({ documentId: 1 }) },
    { body: JSON.stringify({ documentId: 'unknown' }) },
    get({ documentId: sha256(trusted.Known) }),
  ],
  'by wrong variables': { body: JSON.stringify({ documentId: sha256(trusted.Known), variables: { id: {} } }) },
  'a mutation, by GET as well': [{ extensions: persisted(trusted.Write) }, get({ extensions: JSON.stringify(persisted(trusted.Write)) })],
  'another document': [
    { query },
    { query, headers: { accept: 'application/graphql-response+json' } },
    get({ query }),
    { query: '{ __typename }' },
    { query: '{ _service { sdl } }' },
    { query: '{ nothing }' },
    { query: '{' },
    { query: '{ __schema { queryType { name } } }' },
  ],
  'another document as a persisted query': [
    { extensions: persisted(query) },
    { query, extensions: persisted(query) },
    { extensions: persisted(query) },
  ],
  'another document with documents:any': { query, scopes: 'content:read documents:any' },
};
export const trustedAllow: Group = { title: 'trusted documents, others allowed', env: { TRUSTED_DOCUMENTS: 'allow' }, cases: documents };
export const trustedRequire: Group = {
  title: 'trusted documents, others refused',
  env: { TRUSTED_DOCUMENTS: 'require' },
  cases: documents,
};
