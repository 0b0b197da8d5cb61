/* The audit of fields that return records of several types. The types have a prefix, and the tables of people do not. */

import { execute, parse } from 'graphql';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox({ schema: { typePrefix: 'Event' } })));

async function auditOf(query: string) {
  const context = sandbox.graph.context();
  const { errors } = await execute({ schema: sandbox.graph.schema, document: parse(query), contextValue: context });
  expect(errors).toBeUndefined();
  return context.audit.take('ok');
}

const names = '... on EventAttendee { name } ... on EventArticle { title } ... on EventActivity { id }';
const entity = (typeName: string, id: string) => `{ __typename: "Event${typeName}", id: "${id}" }`;

test('references to records of several types count the attendees among them, each once', async () => {
  const references = [
    entity('Attendee', 'attendee:1001:700001'),
    entity('Article', 'article:1001:6001'),
    entity('Activity', '1001'),
    entity('Attendee', 'attendee:1001:700002'),
    entity('Attendee', 'attendee:1001:700001'),
  ];
  expect(await auditOf(`{ _entities(representations: [${references.join()}]) { ${names} } }`)).toEqual([
    { fields: ['Attendee.name'], count: 2, outcome: 'ok' },
  ]);
});

test('references to no person write no audit entry', async () => {
  const references = [entity('Article', 'article:1001:6001'), entity('Activity', '1001')];
  expect(await auditOf(`{ _entities(representations: [${references.join()}]) { ${names} } }`)).toEqual([]);
});
