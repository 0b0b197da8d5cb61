import {
  getNamedType,
  getNullableType,
  isListType,
  parse,
  print,
  printSchema,
  visit,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type NameNode,
} from 'graphql';
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
  const query = schema.getQueryType()!;
  // The fields of Query that return many entities by id, and the types that a gateway merges by them.
  const batchFields = Object.values(query.getFields()).filter(
    ({ args, type }) =>
      args.some(({ name }) => name === 'ids') && isListType(getNullableType(type)) && entities.has(getNamedType(type).name),
  );
  const batchFieldNames = new Set(batchFields.map(({ name }) => name));
  const queryField = (field: FieldDefinitionNode): FieldDefinitionNode[] => {
    if (isOfFederation(field)) return [];
    return [batchFieldNames.has(field.name.value) ? { ...field, directives: directives('@merge(keyField: "id", keyArg: "ids")') } : field];
  };
  const merged = new Set(batchFields.map(({ type }) => getNamedType(type).name));
  const document = visit(parse(printSchema(schema)), {
    ScalarTypeDefinition: (type) => (isOfFederation(type) ? null : undefined),
    UnionTypeDefinition: (type) => (isOfFederation(type) ? null : undefined),
    ObjectTypeDefinition: (type) => {
      if (isOfFederation(type)) return null;
      if (merged.has(type.name.value)) return { ...type, directives: directives('@key(selectionSet: "{ id }")') };
      return type.name.value === query.name ? { ...type, fields: type.fields!.flatMap(queryField) } : undefined;
    },
  });
  return `${definitions}\n${print(document)}\n`;
}

/** Whether federation adds a type, or a field of Query: their names begin with an underscore. */
const isOfFederation = ({ name }: { readonly name: NameNode }): boolean => name.value.startsWith('_');
