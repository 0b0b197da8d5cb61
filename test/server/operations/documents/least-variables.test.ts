import fc from 'fast-check';
import { parse, type OperationDefinitionNode } from 'graphql';
import { createSubgraph } from '../../../../src/graph/schema/schema.js';
import { leastVariables } from '../../../../src/server/operations/trusted-documents.js';
import { measuring } from '../../../support/measured.js';

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });
const text = /* GraphQL */ `
  query ($id: ID!, $ids: [ID!]!, $first: Int!, $second: Int = 7, $a: Boolean!, $b: Boolean!) {
    activity(id: $id) {
      attendees(first: $first) {
        nodes {
          id
          label: name @include(if: $a)
        }
      }
      few: attendees(first: $second) @skip(if: $a) {
        nodes {
          id
        }
      }
      schedule @include(if: $b) {
        totalCount
      }
    }
    attendeesByIds(activityId: $id, ids: $ids) {
      id
    }
  }
`;
const document = parse(text);
const operation = document.definitions[0] as OperationDefinitionNode;
const measure = measuring(schema);
const measured = (variables: Readonly<Record<string, unknown>>) => measure(text, variables);
const least = leastVariables(operation);

test('with any variables, no measure of a document is below its least value', () => {
  const names = ['depth', 'cost', 'aliases', 'rootFields', 'upstreamCalls'] as const;
  const lowest = Object.fromEntries(names.map((name) => [name, Math.min(...least.map((variables) => measured(variables)[name]))]));
  const given = fc.record({
    id: fc.constantFrom('1001', '1002'),
    ids: fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 5 }),
    first: fc.integer({ min: 1, max: 200 }),
    a: fc.boolean(),
    b: fc.boolean(),
  });
  fc.assert(
    fc.property(given, (variables) => {
      const cost = measured(variables);
      for (const name of names) expect(cost[name]).toBeGreaterThanOrEqual(lowest[name]!);
    }),
  );
});

test('each combination of conditions is measured, 256 at most, and a variable with a default has it', () => {
  expect(least).toHaveLength(4);
  expect(least[0]).toEqual({ id: undefined, ids: [], first: 1, second: 7, a: false, b: false });
  const conditions = Array.from({ length: 12 }, (_, index) => `$c${index}: Boolean!`).join(' ');
  const [many] = parse(`query (${conditions}) { activities { id } }`).definitions;
  expect(leastVariables(many as OperationDefinitionNode)).toHaveLength(256);
});
