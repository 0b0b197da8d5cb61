/* Mutations. Each case has a program and a sandbox of its own. */

import type { Fault } from '../service.js';
import type { Group, Step } from './case.js';

const payload =
  '{ registrations { attendeeId signCode qrCodeUrl orderId attendee { name mobile source registeredAt review { state } } } description replayed userErrors { code message field } }';
const add = `mutation Add($input: AddAttendeesInput!) { addAttendees(input: $input) ${payload} }`;
const workshop = [
  { name: 'name1713000201', value: 'School no. 1' },
  { name: 'name1713000202', value: 'Morning' },
];
const contact = { name: 'Ada', mobile: '10000900001' };
const ada = { ...contact, fields: workshop };
const grace = { name: 'Grace', mobile: '10000900002', fields: workshop };
const key = 'key-of-16-characters-or-more';

const adding = (input: Record<string, unknown> = {}, step: Exclude<Step, string> = {}): Step => ({
  query: add,
  variables: { input: { activityId: '1002', contact, attendees: [ada], ...input } },
  inOrder: true,
  ...step,
});
const path = '/api/participant/add';
const failing = (fault: Fault) => ({ faults: { [path]: fault } });

const login =
  'mutation Sso($input: SsoLoginInput!) { ssoLogin(input: $input) { login { url token state expireDate } userErrors { code message field } } }';
const signOn = (input: Record<string, unknown>, step: Exclude<Step, string> = {}): Step => ({
  query: login,
  variables: { input },
  inOrder: true,
  ...step,
});

export const writes: Group = {
  title: 'mutations',
  env: { EVENT_SERVICE_RETRIES: '0' },
  fresh: true,
  cases: {
    'one attendee': adding(),
    'two attendees, a channel and a check-in code': adding({ attendees: [ada, { ...grace, signCode: 'GRACE-1' }], channel: '3' }),
    'an attendee who is registered already': [adding(), adding()],
    'no attendee': adding({ attendees: [] }),
    'only a check': adding({ validateOnly: true }),
    'a check that finds everything': adding({
      validateOnly: true,
      contact: { name: ' ', mobile: '' },
      idempotencyKey: 'short',
      attendees: [
        {
          name: '',
          mobile: ' ',
          signCode: 'MUCH-TOO-LONG',
          fields: [
            { name: 'nothing', value: 'x' },
            { name: 'name1713000202', value: 'Midnight' },
            { name: 'name1713000201', value: '' },
            { name: 'name1713000201', value: 'twice' },
          ],
        },
        { name: 'A', mobile: '1' },
      ],
    }),
    'fields of another activity': adding({ activityId: '1001' }),
    'an activity that is not served': [adding({ activityId: '7' }), adding({ activityId: 'x' })],
    'the default activity': adding({ activityId: null, attendees: [{ ...contact, fields: [] }] }),
    'a key that is repeated': [
      adding({ idempotencyKey: key }),
      adding({ idempotencyKey: key }),
      adding({ idempotencyKey: key, contact: { ...contact, name: 'Other' } }),
      adding({ idempotencyKey: key }, { scopes: 'attendees:write attendees:read attendees:pii' }),
      adding({ idempotencyKey: key }, { pass: 86_400_001 }),
    ],
    'a key that is malformed': [
      adding({ idempotencyKey: 'short' }),
      adding({ idempotencyKey: '' }),
      adding({ idempotencyKey: 'with white space in between' }),
      adding({ idempotencyKey: 'x'.repeat(256) }),
    ],
    'a key of a rejection': [
      adding({ idempotencyKey: key }, failing({ body: '{"code":0,"msg":"Closed"}' })),
      adding({ idempotencyKey: key }, { faults: {} }),
    ],
    'a key of a check': [adding({ idempotencyKey: key, validateOnly: true }), adding({ idempotencyKey: key })],
    'an unknown outcome with a key': [
      adding({ idempotencyKey: key }, failing({ status: 500, body: '' })),
      adding({ idempotencyKey: key }, { faults: {} }),
    ],
    'an unknown outcome without a key': adding({ attendees: [ada, grace] }, failing('reset')),
    'a reply that is none': [
      adding({ idempotencyKey: key }, failing({ body: 'x' })),
      adding({ idempotencyKey: `${key}2` }, failing({ body: '{"code":1,"data":[]}' })),
    ],
    'turned away': [
      adding({ idempotencyKey: key }, failing({ status: 429, headers: { 'retry-after': '3600' }, body: '' })),
      adding({ idempotencyKey: key }, { faults: {} }),
    ],
    'the form cannot be read': adding({}, { faults: { '/api/activity/getFields': { status: 500, body: '' } } }),
    'the attendee cannot be read': adding({}, { faults: { '/api/participant/getList': { status: 500, body: '' } } }),
    'code 1 under 400': adding(
      {},
      failing({
        status: 400,
        body: '{"code":1,"msg":"ok","data":[{"id":800999,"sign_code":"X","qrcode":"https://event.example/qr","order_id":""}]}',
      }),
    ),
    'two mutations in one operation': {
      query: `mutation Two($one: AddAttendeesInput!, $two: AddAttendeesInput!, $sso: SsoLoginInput!) { one: addAttendees(input: $one) ${payload} two: addAttendees(input: $two) ${payload} sso: ssoLogin(input: $sso) { userErrors { code } login { state } } __typename }`,
      variables: {
        one: { activityId: '1002', contact, attendees: [ada] },
        two: { activityId: '1002', contact, attendees: [grace], idempotencyKey: key },
        sso: { activityId: '1002', mobile: '10000900002' },
      },
      inOrder: true,
    },
    'two mutations, the first of which fails': {
      query: `mutation Two($one: AddAttendeesInput!, $sso: SsoLoginInput!) { one: addAttendees(input: $one) { replayed } ssoLogin(input: $sso) { login { state } } }`,
      variables: { one: { activityId: '1002', contact, attendees: [ada] }, sso: { mobile: '10000700001' } },
      inOrder: true,
      ...failing({ status: 500, body: '' }),
    },
    'a mutation under @skip': {
      query: 'mutation { ssoLogin(input: { mobile: "10000700001" }) @skip(if: true) { userErrors { code } } __typename }',
    },
    'what a caller of writing alone may read': adding({}, { scopes: 'attendees:write' }),
    'a caller for itself': [
      adding(
        { contact: { ...contact, mobile: '10000900009' }, attendees: [{ ...ada, mobile: '10000900009' }] },
        { scopes: 'self:register self:read', mobile: '10000900009' },
      ),
      adding({ attendees: [ada, grace] }, { scopes: 'self:register', mobile: '10000900001' }),
      adding({}, { scopes: 'self:register', mobile: '10000900009' }),
      adding({ attendees: [{ ...ada, signCode: 'ADA-1' }] }, { scopes: 'self:register', mobile: '10000900001' }),
    ],
    'a single sign-on': [signOn({ mobile: '10000700001' }), signOn({ mobile: '10000800001', activityId: '1002' })],
    'a single sign-on of an unknown number': [
      signOn({ mobile: '10000799999' }),
      signOn({ mobile: '' }),
      signOn({ mobile: '10000700001', activityId: '7' }),
    ],
    'a single sign-on that registers': [
      signOn({ mobile: '10000799999', addIfMissing: true }),
      signOn({ mobile: '10000799999' }),
      signOn({ mobile: '10000799998', addIfMissing: true }, { scopes: 'sso:issue' }),
    ],
    'a single sign-on of the caller': [
      signOn({ mobile: '10000700001' }, { scopes: 'self:sso' }),
      signOn({ mobile: '10000700002' }, { scopes: 'self:sso' }),
      signOn({ mobile: '10000700001', addIfMissing: true }, { scopes: 'self:sso' }),
    ],
    'a single sign-on that fails': [
      signOn({ mobile: '10000700001' }, { faults: { '/api/participant/sso_login': { status: 500, body: '' } } }),
      signOn({ mobile: '10000799999', addIfMissing: true }, { faults: { '/api/participant/sso_login': 'reset' } }),
      signOn({ mobile: '10000700001' }, { faults: { '/api/participant/sso_login': { body: '{"code":1}' } } }),
    ],
  },
};

const viewer =
  '{ id name mobile email signCode points content customField(name: "name1712900104") { value field { label } } activity { id tickets { name } attendees { totalCount } } }';
export const self: Group = {
  title: 'the own record',
  cases: {
    'of the caller': { query: `{ activity { viewer ${viewer} } other: activity(id: "1002") { viewer { id } } }`, scopes: 'self:read' },
    'of a caller who is no attendee': { query: '{ activity { viewer { id } } }', scopes: 'self:read', mobile: '10000799999' },
    'of a key': '{ activity { viewer { id } } }',
    'beside others': {
      query:
        '{ activity { viewer { name mobile } attendees(first: 2) { nodes { name mobile } } } attendee(by: { id: "700001" }) { mobile } }',
      scopes: 'self:read attendees:read',
    },
    'by other paths': {
      query:
        '{ attendee(by: { mobile: "10000700001" }) { name } attendeesByIds(ids: ["700001"]) { name } _entities(representations: [{ __typename: "Attendee", id: "attendee:1001:700001" }, { __typename: "Attendee", id: "attendee:1001:700002" }]) { ... on Attendee { name mobile } } }',
      scopes: 'self:read',
    },
  },
};
