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

const operations = [...page.matchAll(/^```graphql\n(.*?)^```/gms)].map(([, text]) => text!);

test('the operations of docs/sandbox.md succeed', async () => {
  expect(operations).toHaveLength(4);
  for (const operation of operations) {
    const { data, errors } = await graph.run(operation);
    expect({ operation, errors }).toEqual({ operation, errors: [] });
    expect(JSON.stringify(data)).not.toMatch(/null|"userErrors":\[\{/);
  }
});
