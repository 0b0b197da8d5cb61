/* The SDL for schema stitching, with the directives that merge types. */

import { parse, print, printSchema, visit, type GraphQLSchema } from 'graphql';
import { bareName } from '../names/type-names.js';
import { directives } from './sdl.js';

/** The types that a gateway merges, each with the field of Query that returns many of its objects by id. */
const batchFields: ReadonlyMap<string, string> = new Map([
  ['Attendee', 'attendeesByIds'],
  ['Activity', 'activitiesByIds'],
]);
const batchFieldNames: ReadonlySet<string> = new Set(batchFields.values());

const definitions = `directive @key(selectionSet: String!) on OBJECT
directive @merge(argsExpr: String, keyArg: String, keyField: String, key: [String!], additionalArgs: String) on FIELD_DEFINITION
directive @oneOf on INPUT_OBJECT
`;

/** Returns the SDL for schema stitching. Directives declare which types are merged and how, so a gateway needs no code for it. */
export function stitchingSdl(schema: GraphQLSchema): string {
  const merged = new Set(
    Object.values(schema.getTypeMap())
      .filter((type) => batchFields.has(bareName(type)))
      .map(({ name }) => name),
  );
  // The names of the types and fields that federation adds begin with an underscore.
  const omitFederation = ({ name }: { readonly name: { readonly value: string } }) => (name.value.startsWith('_') ? null : undefined);
  const document = visit(parse(printSchema(schema)), {
    ScalarTypeDefinition: omitFederation,
    UnionTypeDefinition: omitFederation,
    ObjectTypeDefinition: (type) => {
      if (type.name.value.startsWith('_')) return null;
      return merged.has(type.name.value) ? { ...type, directives: directives('@key(selectionSet: "{ id }")') } : undefined;
    },
    FieldDefinition: (field) => {
      if (field.name.value.startsWith('_')) return null;
      return batchFieldNames.has(field.name.value)
        ? { ...field, directives: directives('@merge(keyField: "id", keyArg: "ids")') }
        : undefined;
    },
  });
  return `${definitions}\n${print(document)}\n`;
}
