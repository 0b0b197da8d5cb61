/* The SDL for schema stitching, with the directives that merge types. */

import { getNamedType, getNullableType, isListType, parse, print, printSchema, visit, type GraphQLSchema } from 'graphql';
import { entityTypeNames } from '../entity-types.js';
import { publicNames } from '../type-names.js';
import { directives } from './sdl.js';

const definitions = `directive @key(selectionSet: String!) on OBJECT
directive @merge(argsExpr: String, keyArg: String, keyField: String, key: [String!], additionalArgs: String) on FIELD_DEFINITION
directive @oneOf on INPUT_OBJECT
`;

/**
 * Returns the SDL for schema stitching. Directives declare which types are merged and how, so a gateway needs no code for it: the
 * entities of which a field of Query with the argument `ids` returns a list.
 */
export function stitchingSdl(schema: GraphQLSchema): string {
  const entities = new Set<string>(entityTypeNames.map(publicNames(schema)));
  // The fields of Query that return many entities by id, and the types that a gateway merges by them.
  const batchFields = Object.values(schema.getQueryType()!.getFields()).filter(
    ({ args, type }) =>
      args.some(({ name }) => name === 'ids') && isListType(getNullableType(type)) && entities.has(getNamedType(type).name),
  );
  const batchFieldNames = new Set(batchFields.map(({ name }) => name));
  const merged = new Set(batchFields.map(({ type }) => getNamedType(type).name));
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
