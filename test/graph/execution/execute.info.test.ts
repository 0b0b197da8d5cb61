/* The `info` that our executor passes to resolvers, compared with that of graphql-js member by member. */

import { buildSchema, execute, parse, type GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import { EventLoopTurn } from '../../../src/graph/execution/event-loop-turn.js';
import { createExecute } from '../../support/schemas.js';

const schema = buildSchema('type Query { rows: [Row] } type Row { cell(at: Int): Cell } type Cell { id: ID }');
const query = 'query ($at: Int) { rows { again: cell(at: $at) { ...C } } } fragment C on Cell { id }';
const rootValue = { rows: [{}, {}] };

/** The infos that the resolver of `cell` gets. */
async function infosOf(run: () => unknown): Promise<readonly GraphQLResolveInfo[]> {
  const infos: GraphQLResolveInfo[] = [];
  (schema.getType('Row') as GraphQLObjectType).getFields()['cell']!.resolve = (_source, _args, _context, info) => void infos.push(info);
  await run();
  return infos;
}

test('a resolver gets the same info as from graphql-js, with every member', async () => {
  const executor = createExecute(schema, { maxResponseBytes: Infinity, turn: new EventLoopTurn(() => 0) });
  const ours = await infosOf(() => executor(query, { variables: { at: 1 }, rootValue }));
  const theirs = await infosOf(() => execute({ schema, document: parse(query), variableValues: { at: 1 }, contextValue: {}, rootValue }));
  expect({ ours: ours.length, theirs: theirs.length }).toEqual({ ours: 2, theirs: 2 });
  for (const [index, info] of theirs.entries()) {
    const members = Object.keys(info) as (keyof GraphQLResolveInfo)[];
    expect(members.length).toBeGreaterThan(5);
    for (const member of members) expect({ member, value: ours[index]![member] }).toEqual({ member, value: info[member] });
  }
});
