/* The SDL of the subgraph, as composition reads it. */

import {
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
  visit,
  type ConstDirectiveNode,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  type FieldDefinitionNode,
  type NameNode,
} from 'graphql';
import { isBlank } from '../../primitives/values.js';
import { activityFactNames } from '../../records/activity-facts.js';
import { scopesOf, type AccessRows, accessRowsOf, fieldAccess, fieldSelfAccess } from '../access/access.js';
import { costDirectives } from '../cost/cost-directives.js';
import { entityTypeNames } from '../entity-types.js';
import { bareName, publicNames } from '../type-names.js';
import { rootDescriptions } from '../types/root-types.js';

export interface SdlOptions {
  /** Whether @authenticated and @requiresScopes are published. Apollo's JavaScript gateway refuses them. */
  readonly authDirectives: boolean;
}

/** Returns the SDL of the subgraph: the schema's types with the directives for composition (@key, @shareable, @tag), access and cost. */
export function subgraphSdl(schema: GraphQLSchema, options: SdlOptions): string {
  const rows = accessRowsOf(schema);
  const bare = (publicName: string) => bareName(schema.getType(publicName)!);
  const document = visit(parse(printSchema(schema)), {
    ObjectTypeDefinition: (type) => ({
      ...type,
      description: rootDescriptions.has(type.name.value) ? undefined : type.description,
      directives: typeDirectives(bare(type.name.value)),
      fields: type.fields!.map((field) => ({
        ...field,
        directives: [
          ...field.directives!,
          ...fieldDirectives(bare(type.name.value), field.name.value, rows, options),
          ...directives(costOf(schema, type.name.value, field.name.value)),
        ],
      })),
    }),
  });
  return `${federationHeader(options)}\n${print(document)}\n`;
}

function federationHeader({ authDirectives }: SdlOptions): string {
  const imports = [
    '@key',
    '@shareable',
    '@tag',
    ...(authDirectives ? ['@authenticated', '@requiresScopes'] : []),
    '@cost',
    '@listSize',
    '@composeDirective',
  ];
  return `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${imports.map((name) => `"${name}"`).join(', ')}])
  # Apollo's composition preserves @oneOf only if the subgraph defines it.
  @link(url: "https://spec.graphql.org/oneOf/v1.0", import: ["@oneOf"])
  @composeDirective(name: "@oneOf")

directive @oneOf on INPUT_OBJECT
`;
}

function typeDirectives(typeName: string): ConstDirectiveNode[] {
  if (entityTypeNames.some((name) => name === typeName)) return directives('@key(fields: "id")');
  return typeName === 'PageInfo' ? directives('@shareable') : [];
}

function fieldDirectives(typeName: string, fieldName: string, rows: AccessRows, { authDirectives }: SdlOptions): ConstDirectiveNode[] {
  const access = fieldAccess(typeName, fieldName, rows);
  const scopes = scopesOf(access);
  const self = fieldSelfAccess(typeName, fieldName, rows);
  const alternatives = [scopes, ...(self === null ? [] : [[self]])].map((all) => `[${all.map((scope) => `"${scope}"`).join(', ')}]`);
  const protection =
    scopes.length > 0 ? `@requiresScopes(scopes: [${alternatives.join(', ')}])` : access === 'authenticated' ? '@authenticated' : '';
  // Other subgraphs have such fields of their own.
  const isFact = typeName === 'Activity' && activityFactNames.some((name) => name === fieldName);
  const tag = scopes.includes('attendees:pii') ? '@tag(name: "pii")' : '';
  return directives(`${isFact ? '@shareable' : ''} ${authDirectives ? protection : ''} ${tag}`);
}

function costOf(schema: GraphQLSchema, typeName: string, fieldName: string): string {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  return type && field ? costDirectives(bareName(type), field, schema) : '';
}

/** Parses directives. */
export function directives(written: string): ConstDirectiveNode[] {
  if (isBlank(written)) return [];
  const [definition] = parse(`scalar S ${written}`, { noLocation: true }).definitions;
  return definition?.kind === Kind.SCALAR_TYPE_DEFINITION ? [...(definition.directives ?? [])] : [];
}

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
