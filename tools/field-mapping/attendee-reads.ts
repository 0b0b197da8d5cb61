/* The rows of the requests and replies by which attendees are read: the list (§4.3) and get-one (§4.4). */

import { replyRows } from './envelope.js';
import { pathOf } from './paths.js';
import { carried, type Proof, type Row } from './row.js';

export const one = pathOf('4.4');
export const many = pathOf('4.3');
/** The members that every attendee of a reply has. */
export const base = { id: 7, form_id: 1001, contact: 'Somebody', review: 1, avatar_status: 0 };

export const attendeeReadRows: readonly Row[] = [
  pageParameter('pagesize', ['Activity.attendees(first:)'], '{ activity { attendees(first: 5) { totalCount nodes { id } } } }', '5'),
  pageParameter(
    'page',
    ['Activity.attendees(offset:)', 'Activity.attendees(after:)'],
    '{ activity { attendees(first: 5, offset: 10) { nodes { id } } } }',
    '3',
    [
      {
        // The cursor of the tenth attendee, counted from 0.
        query: `{ activity { attendees(first: 5, after: "${Buffer.from('attendees:1001:9').toString('base64url')}") { nodes { id } } } }`,
        replies: { [many]: { code: 1, data: [base], total: 11 } },
        arrives: { path: many, in: 'form', name: 'page', value: '3' },
      },
    ],
  ),
  pageParameter(
    'ids',
    ['Query.attendeesByIds(ids:)', 'AttendeeLookup.id'],
    '{ attendeesByIds(ids: ["7", "attendee:1001:8"]) { name } }',
    '7,8',
    [
      {
        query: '{ attendee(by: { id: "7" }) { name } }',
        replies: { [many]: { code: 1, data: [base], total: 1 } },
        arrives: { path: many, in: 'form', name: 'ids', value: '7' },
      },
      {
        query: '{ activity { attendees(first: 5) { nodes { id } } } }',
        replies: { [many]: { code: 1, data: [base], total: 1 } },
        arrives: { path: many, in: 'form', name: 'ids', value: undefined },
      },
    ],
  ),
  ...replyRows('4.3', {
    path: many,
    query: '{ activity { attendees(first: 1) { nodes { name } } } }',
    field: 'activity.attendees',
    success: { code: 1, data: [base], total: 1 },
  }).withoutMsg,
  carried(
    '4.3 reply',
    'data',
    ['AttendeeConnection.nodes', 'AttendeeConnection.edges', 'Query.attendeesByIds'],
    [
      {
        query: '{ activity { attendees(first: 2) { nodes { name } edges { node { name } } } } }',
        replies: { [many]: { code: 1, data: [base, { ...base, id: 8, contact: 'Another' }], total: 2 } },
        reads: {
          'activity.attendees.nodes': [{ name: 'Somebody' }, { name: 'Another' }],
          'activity.attendees.edges.1.node.name': 'Another',
        },
      },
      {
        query: '{ attendeesByIds(ids: ["8", "7"]) { name } }',
        replies: { [many]: { code: 1, data: [base, { ...base, id: 8, contact: 'Another' }], total: 2 } },
        reads: { attendeesByIds: [{ name: 'Another' }, { name: 'Somebody' }] },
      },
    ],
  ),
  carried(
    '4.3 reply',
    'total',
    ['AttendeeConnection.totalCount', 'PageInfo.hasNextPage'],
    [
      {
        query: '{ activity { attendees(first: 1) { totalCount pageInfo { hasNextPage } nodes { name } } } }',
        replies: { [many]: { code: 1, data: [base], total: 1234 } },
        reads: { 'activity.attendees.totalCount': 1234, 'activity.attendees.pageInfo.hasNextPage': true },
        repliesWithout: { [many]: { code: 1, data: [base] } },
      },
    ],
  ),

  lookup('mobile', 'AttendeeLookup.mobile', 'mobile: "10000700001"', '10000700001'),
  {
    ...lookup('id', 'AttendeeLookup.id', 'id: "attendee:1001:7"', '7', 'points'),
    remark: 'If only get-one has a selected field. Otherwise `ids` of §4.3 carries it, in batches.',
  },
  lookup('email', 'AttendeeLookup.email', 'email: "wangwei@example.com"', 'wangwei@example.com'),
  lookup('openid', 'AttendeeLookup.openId', 'openId: "oSandbox-7"', 'oSandbox-7'),
  ...replyRows('4.4', {
    path: one,
    query: '{ attendee(by: { mobile: "1" }) { name } }',
    field: 'attendee',
    success: { code: 1, data: base },
  }).withoutMsg,
  carried(
    '4.4 reply',
    'data',
    ['Query.attendee', 'Activity.attendee'],
    [
      {
        query: '{ attendee(by: { mobile: "1" }) { name } }',
        replies: { [one]: { code: 1, data: base } },
        reads: { attendee: { name: 'Somebody' } },
      },
      {
        query: '{ activity(id: "1001") { attendee(by: { mobile: "1" }) { name } } }',
        replies: { [one]: { code: 1, data: base } },
        reads: { 'activity.attendee': { name: 'Somebody' } },
      },
    ],
  ),
];

function pageParameter(name: string, carriers: readonly string[], query: string, value: string, more: readonly Proof[] = []): Row {
  // A record for each of the ids.
  const data = value.split(',').map((id) => ({ ...base, id: Number(id) }));
  const replies = { [many]: { code: 1, data, total: name === 'ids' ? data.length : 11 } };
  return carried('4.3 request', name, carriers, [{ query, replies, arrives: { path: many, in: 'form', name, value } }, ...more]);
}

/** A parameter of get-one. The proofs check that the other three are not sent. */
function lookup(name: string, carrier: string, member: string, value: string, field = 'name') {
  const query = `{ attendee(by: { ${member} }) { ${field} } }`;
  const replies = { [one]: { code: 1, data: base } };
  return carried(
    '4.4 request',
    name,
    [carrier],
    ['mobile', 'id', 'email', 'openid'].map((parameter): Proof => ({
      query,
      replies,
      arrives: { path: one, in: 'form', name: parameter, value: parameter === name ? value : undefined },
    })),
  );
}
