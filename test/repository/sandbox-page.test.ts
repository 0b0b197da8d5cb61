/*
 * docs/sandbox.md lists whom a newcomer can look up, sign in and register. Here the sandbox has all of them, and the operations of
 * the page and of docs/clients.md work.
 */

import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { graphOver } from '../support/graph.js';
import { textOf } from './files.js';

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

test.each(['docs/sandbox.md', 'docs/clients.md'])('the operations of %s succeed, with the variables that it shows', async (path) => {
  const operations = [...textOf(path).matchAll(/^```graphql\n(.*?)^```(?:\n\n```json\n(.*?)^```)?/gms)]
    .map(([, text, variables = '{}']) => ({ text: text!, variables: JSON.parse(variables) as Record<string, unknown> }))
    .filter(({ text }) => !text.startsWith('subscription'));
  expect(operations.length).toBeGreaterThan(2);
  for (const { text, variables } of operations) {
    const { data, errors } = await graph.run(text, variables);
    expect({ text, errors }).toEqual({ text, errors: [] });
    expect(JSON.stringify(data)).not.toMatch(/(?<!"category":)null|"userErrors":\[\{/);
  }
});
