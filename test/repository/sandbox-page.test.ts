/*
 * docs/sandbox.md lists whom a newcomer can look up, sign in and register. Here the sandbox has all of them, and the operations of
 * the page work.
 */

import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { graphOver } from '../support/graph.js';
import { textOf } from './files.js';

const page = textOf('docs/sandbox.md');

let sandbox: Sandbox;
let graph: Awaited<ReturnType<typeof graphOver>>;
beforeAll(async () => {
  sandbox = closedAfterwards(await startSandbox());
  graph = await graphOver(sandbox.url);
});

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly email: string | null;
  readonly signCode: string;
}

const unquoted = (cell: string): string => cell.replaceAll('`', '');
const people = [...page.matchAll(/^\| `(attendee:\S+)` \| (.*) \|$/gm)].map(([, id, cells]): Listed => {
  const [name = '', mobile = '', email = '', signCode = ''] = cells!.split(' | ').map(unquoted);
  return { id: id!, name, mobile, email: email === '–' ? null : email, signCode };
});

test.each(people)('$id has the name, numbers and addresses that docs/sandbox.md states', async (listed) => {
  const { data } = await graph.run('query ($id: ID!) { attendee(by: { id: $id }) { id name mobile email signCode } }', { id: listed.id });
  expect(data).toEqual({ attendee: listed });
});

test.each([
  ['mobile', '10000701200', 'attendee:1001:701200'],
  ['mobile', '10000700001', 'attendee:1001:700001'],
  ['openId', 'oSandbox-700001', 'attendee:1001:700001'],
  ['openId', 'oSandbox-700002', 'attendee:1001:700002'],
  ['email', 'wangwei@example.com', 'attendee:1001:700001'],
])('an attendee is found by %s %s', async (member, value, id) => {
  const { data } = await graph.run('query ($by: AttendeeLookup!) { attendee(by: $by) { id } }', { by: { [member]: value } });
  expect({ data, isOnPage: page.includes(value) }).toEqual({ data: { attendee: { id } }, isOnPage: true });
});

test('attendee 700001 has a value in every field but `deletedAt`', async () => {
  const leavesOf = (type: GraphQLObjectType): string =>
    Object.values(type.getFields())
      .filter(({ args, type: of }) => args.length === 0 && !isObjectType(getNamedType(of)))
      .map(({ name }) => name)
      .join(' ');
  const [attendee, ...parts] = ['Attendee', 'WechatProfile', 'AttendeeReview', 'FaceSync'].map((name) =>
    leavesOf(graph.schema.getType(name) as GraphQLObjectType),
  );
  const selection = `${attendee} wechat { ${parts[0]} } review { ${parts[1]} } faceSync { ${parts[2]} }`;
  const { data } = await graph.run(`{ attendee(by: { id: "attendee:1001:700001" }) { ${selection} } }`);
  const { wechat, review, faceSync, deletedAt, ...rest } = data['attendee'];
  expect(deletedAt).toBeNull();
  expect([rest, wechat, review, faceSync].flatMap((part) => Object.keys(part).filter((name) => part[name] === null))).toEqual([]);
});

test('the attendees of the workshop have the mobile numbers that docs/sandbox.md states', async () => {
  const found =
    '{ first: attendee(by: { mobile: "10000800001" }, activityId: "1002") { id } last: attendee(by: { mobile: "10000800025" }, activityId: "1002") { id } }';
  expect((await graph.run(found)).data).toEqual({ first: { id: 'attendee:1002:800001' }, last: { id: 'attendee:1002:800025' } });
});

const operations = [...page.matchAll(/^```graphql\n(.*?)^```/gms)].map(([, text]) => text!);

test('the operations of docs/sandbox.md succeed', async () => {
  expect(operations).toHaveLength(4);
  for (const operation of operations) {
    const { data, errors } = await graph.run(operation);
    expect({ operation, errors }).toEqual({ operation, errors: [] });
    expect(JSON.stringify(data)).not.toMatch(/null|"userErrors":\[\{/);
  }
});
