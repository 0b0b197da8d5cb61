/*
 * examples/operations.json binds the sandbox's own versions of all operations of §4.12 that can be bound, and
 * examples/operations has an example of each.
 */

import { join } from 'node:path';
import { stitchSchemas } from '@graphql-tools/stitch';
import { stitchingDirectives } from '@graphql-tools/stitching-directives';
import { buildSchema, isObjectType } from 'graphql';
import { readOperationsFile } from '../../src/config/operations-file.js';
import { stitchingSdl } from '../../src/graph/federation/sdl.js';
import { createSubgraph } from '../../src/graph/schema/schema.js';
import { documentedGraph } from '../../src/graph/types/bound-fields.js';
import { composers } from '../federation/supergraph.js';

const root = join(__dirname, '../..');
const operations = readOperationsFile(join(root, 'examples/operations.json'), documentedGraph());
test('examples/operations.json has no mistakes, and binds every operation of §4.12 that can be bound', () => {
  expect(operations.bindings.map(({ key }) => key).join(' ')).toBe(
    'searchAttendees modifyAttendee deleteAttendee signCodeByMobile sendSmsCode createOrder order repayOrder articleDetail speakerCategories ' +
      'speakers speakersOfCategory speaker scheduleCategories exhibitors exhibitor exhibitorFields checkInToken redirectLogin authorisation',
  );
});
describe('with a type prefix', () => {
  const prefix = 'Event';
  const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: prefix, operations });
  const fieldsOf = (supergraph: string, name: string) => {
    const type = buildSchema(supergraph, { assumeValid: true, assumeValidSDL: true }).getType(name);
    return isObjectType(type) ? Object.keys(type.getFields()) : [];
  };

  test.each(Object.entries(composers))('%s composes the types of the bound operations', (_name, compose) => {
    const supergraphSdl = compose([{ name: 'events', url: 'http://events.example', sdl }]);
    expect(fieldsOf(supergraphSdl, `${prefix}Activity`)).toEqual(expect.arrayContaining(['tickets', 'speakers', 'order']));
    expect(fieldsOf(supergraphSdl, `${prefix}Speaker`)).toEqual(expect.arrayContaining(['id', 'talks']));
    expect(fieldsOf(supergraphSdl, `${prefix}CreateOrderPayload`)).toEqual(['result', 'userErrors']);
    expect(supergraphSdl).toContain('@requiresScopes(scopes: [["attendees:pii", "attendees:read"]])');
  });

  test('schema stitching keeps the types of the bound operations', () => {
    const { stitchingDirectivesTransformer } = stitchingDirectives();
    const stitched = stitchSchemas({
      subschemas: [{ schema: buildSchema(stitchingSdl(schema), { assumeValid: true }) }],
      subschemaConfigTransforms: [stitchingDirectivesTransformer],
    });
    const activity = stitched.getType(`${prefix}Activity`);
    expect(isObjectType(activity) && Object.keys(activity.getFields())).toEqual(expect.arrayContaining(['speakers']));
  });
});
