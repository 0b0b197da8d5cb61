/* What clients can read in the schema of each type, field, argument, enum value and scalar. */

import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  type GraphQLSchema,
} from 'graphql';
import { clientSdl } from '../../../src/graph/federation/sdl.js';
import { schemaWith } from '../../support/schemas.js';

const client = buildSchema(clientSdl(schemaWith({ relayNode: true })));

/** The descriptions of types, fields, arguments and enum values by their schema coordinates. */
function descriptions(schema: GraphQLSchema): ReadonlyMap<string, string | null | undefined> {
  const found = new Map<string, string | null | undefined>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    if (!isSpecifiedScalarType(type)) found.set(type.name, type.description);
    if (isEnumType(type)) for (const value of type.getValues()) found.set(`${type.name}.${value.name}`, value.description);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) found.set(`${type.name}.${field.name}`, field.description);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      found.set(`${type.name}.${field.name}`, field.description);
      for (const argument of field.args) found.set(`${type.name}.${field.name}(${argument.name}:)`, argument.description);
    }
  }
  return found;
}

test('every type, field, argument and enum value has a description', () => {
  const described = descriptions(client);
  expect(described.size).toBeGreaterThan(300);
  expect([...described].filter(([, description]) => !description?.trim()).map(([coordinate]) => coordinate)).toEqual([]);
});

test('every scalar of its own refers to its format', () => {
  const own = Object.values(client.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  expect(own.length).toBeGreaterThan(5);
  for (const scalar of own) expect(scalar).toMatchObject({ specifiedByURL: expect.stringMatching(/^https:\/\//) });
});
