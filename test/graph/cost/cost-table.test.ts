import { isObjectType } from 'graphql';
import { costTable } from '../../../src/graph/cost/cost-table.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { getOneFields } from '../../../src/graph/types/attendee/attendee-get-one.js';
import { filesBelow, textOf } from '../../repository/files.js';
import { withHint } from '../../repository/hint.js';

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true, relayNode: true });

test('every cost row belongs to a field', () => {
  for (const coordinate of costTable.keys()) {
    const [typeName, fieldName] = coordinate.split('.') as [string, string];
    const type = schema.getType(typeName);
    withHint('Each resolver class must be in `resolvers` of src/graph/schema/declared-schema.ts.', () =>
      expect({ coordinate, isField: isObjectType(type) && fieldName in type.getFields() }).toEqual({ coordinate, isField: true }),
    );
  }
});

test('every field of Query, Mutation and Subscription has a cost row, those of Relay and Federation included', () => {
  for (const type of [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!]) {
    for (const name of Object.keys(type.getFields()))
      expect({ name, hasRow: costTable.has(`${type.name}.${name}`) }).toEqual({ name, hasRow: true });
  }
});

test('exactly the fields that only get-one returns have a cost row that calls get-one', () => {
  const planned = [...costTable].filter(([, { reads }]) => reads.kind === 'getOne').map(([coordinate]) => coordinate);
  expect(planned.toSorted()).toEqual([...getOneFields].map((name) => `Attendee.${name}`).toSorted());
});

test('only the table names fields; the other files of src/graph/cost know kinds of reads', () => {
  const named = (text: string) => [...costTable.keys()].filter((coordinate) => text.includes(`'${coordinate}'`));
  expect(named("case 'Activity.viewer':")).toEqual(['Activity.viewer']);
  for (const path of filesBelow('src/graph/cost')) expect({ path, named: named(textOf(path)) }).toEqual({ path, named: [] });
});
