import { parse, print, printSchema, visit, type GraphQLSchema } from 'graphql';
import { directives } from './sdl.js';
import { bareName } from './type-names.js';

/** What merges a type: the field of Query that takes many of its ids, and the argument that takes them. */
const batchFields: Readonly<Record<string, string>> = { Attendee: 'attendeesByIds', Activity: 'activitiesByIds' };

const definitions = `directive @key(selectionSet: String!) on OBJECT
directive @merge(argsExpr: String, keyArg: String, keyField: String, key: [String!], additionalArgs: String) on FIELD_DEFINITION
directive @oneOf on INPUT_OBJECT
`;

/** The SDL for schema stitching: which types are merged by their ids and how is said by directives, so that a gateway needs no code for it. */
export function stitchingSdl(schema: GraphQLSchema): string {
  const merged = new Set(
    Object.values(schema.getTypeMap())
      .filter((type) => bareName(type) in batchFields)
      .map(({ name }) => name),
  );
  // What federation adds is left out, by its names.
  const leftOut = ({ name }: { readonly name: { readonly value: string } }) => (name.value.startsWith('_') ? null : undefined);
  const document = visit(parse(printSchema(schema)), {
    ScalarTypeDefinition: leftOut,
    UnionTypeDefinition: leftOut,
    ObjectTypeDefinition: (type) => {
      if (type.name.value.startsWith('_')) return null;
      return merged.has(type.name.value) ? { ...type, directives: directives('@key(selectionSet: "{ id }")') } : undefined;
    },
    FieldDefinition: (field) => {
      if (field.name.value.startsWith('_')) return null;
      return Object.values(batchFields).includes(field.name.value)
        ? { ...field, directives: directives('@merge(keyField: "id", keyArg: "ids")') }
        : undefined;
    },
  });
  return `${definitions}\n${print(document)}\n`;
}
