import { getOperationAST, type DocumentNode, type GraphQLError } from 'graphql';
import { createOperationCheck } from '../../../../src/graph/cost/operation-limits.js';
import { validDocument } from '../../../../src/server/operations/documents/valid-document.js';
import { schemaWith } from '../../../support/schemas.js';

const schema = schemaWith({ maxPageSize: 100, authDirectives: false });
const limits = { maxDepth: 100, maxCost: 5_000, maxAliases: 100, maxRootFields: 20, maxUpstreamCalls: 50 };
const checkOperation = createOperationCheck(limits, { schema, maxPageSize: 100, activityIds: [1001] });

/** A document in which each of 60 fragments selects the next one twice. */
function doubling(field: string, type: string, selection: (next: string) => string): string {
  const fragments = Array.from({ length: 60 }, (_, index) => `fragment F${index} on ${type} { ${selection(`...F${index + 1}`)} }`);
  return `{ activity { ${field} } } ${fragments.join(' ')} fragment F60 on ${type} { id }`;
}

// Apollo Server would refuse all three by its limit of recursive selections (docs/decisions/0021-apollo-server-stays.md).
test.each([
  ['is permitted if the response stays small', doubling('...F0', 'Activity', (next) => `${next} ${next}`), 'cost 1'],
  [
    'is refused if the fields of the response double',
    doubling('categories { ...F0 }', 'Category', (next) => `a: children { ${next} } b: children { ${next} }`),
    'The limit MAX_COST is exceeded',
  ],
  [
    'is refused if the objects may double',
    doubling('categories { ...F0 }', 'Category', (next) => `children { ${next} } children { ${next} }`),
    'The limit MAX_COST is exceeded',
  ],
])('a document whose fragments double 60 times is validated and measured in short time, and %s', (_what, text, expected) => {
  const began = performance.now();
  const document = validDocument(text, { schema, introspection: false, maxTokens: 2_000 }) as DocumentNode;
  const measured = () => `cost ${checkOperation(document, getOperationAST(document)!, {}).cost}`;
  let result: string;
  try {
    result = measured();
  } catch (error) {
    result = String(error);
  }
  expect(result).toContain(expected);
  expect(performance.now() - began).toBeLessThan(5_000);
});

const messagesOf = (text: string): readonly string[] => {
  const document = validDocument(text, { schema, introspection: false, maxTokens: 2_000 });
  return Array.isArray(document) ? (document as readonly GraphQLError[]).map(({ message }) => message) : [];
};

test.each<[text: string, ...messages: string[]]>([
  ['query ($i: ID) { attendee(by: { id: $i }) { id } }', 'Variable "$i" is of type "ID"'],
  ['query ($i: ID = "1") { attendee(by: { id: $i }) { id } }', 'Variable "$i" is of type "ID"'],
  [
    'query ($a: String, $b: ID!) { activity { x: attendee(by: { mobile: $a }) { id } y: attendee(by: { id: $b }) { id } } }',
    'Variable "$a" is of type "String"',
  ],
  ['query ($i: ID) { ...F } fragment F on Query { attendee(by: { id: $i }) { id } }', 'Variable "$i" is of type "ID"'],
  ['query ($i: ID!) { attendee(by: { id: $i }) { id } }'],
  ['query ($l: AttendeeLookup!) { attendee(by: $l) { id } }'],
])('a variable that is a member of a `@oneOf` input object must be non-null: %s', (text, ...messages) => {
  expect(messagesOf(text)).toEqual(
    messages.map((message) => `${message} but must be non-nullable to be used for OneOf Input Object "AttendeeLookup".`),
  );
});

test('at most ten errors of a document are located', () => {
  expect(messagesOf(`{ ${Array.from({ length: 300 }, (_, index) => `x${index}`).join(' ')} }`)).toHaveLength(11);
});
