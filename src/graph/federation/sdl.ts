/* The SDL of the subgraph, as composition reads it. */

import {
  Kind,
  parse,
  print,
  printSchema,
  visit,
  type ConstDirectiveNode,
  GraphQLSchema,
  getNamedType,
  getNullableType,
  GraphQLObjectType,
  isAbstractType,
  isListType,
  type GraphQLField,
} from 'graphql';
import { activityFactNames } from '../../records/activity-facts.js';
import { scopesOf } from '../../records/record-access.js';
import { accessOf, returnedTypes, typeAccessOf } from '../access/access.js';
import { costDirectives } from '../cost/cost-directives.js';
import { bareName, isEntityType } from '../type-names.js';
import { rootDescriptions } from '../types/declared-schema.js';

interface SdlOptions {
  /** Whether @authenticated and @requiresScopes are published. Apollo's JavaScript gateway refuses them. */
  readonly authDirectives: boolean;
  /** Whether a gateway alone checks scopes: it cannot check whose record is read, so no scope `self:*` is an alternative. */
  readonly gatewayOnly?: boolean;
}

/** Returns the SDL for clients and their tools, without federation. */
export const clientSdl = (schema: GraphQLSchema): string => `${printSchema(withoutFederation(schema))}\n`;

/** Returns a schema without what federation adds, whose names begin with an underscore. */
function withoutFederation(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const isPublished = (name: string) => !name.startsWith('_');
  const ofQuery = schema.getQueryType()!.toConfig();
  const fields = Object.fromEntries(Object.entries(ofQuery.fields).filter(([name]) => isPublished(name)));
  const query = new GraphQLObjectType({ ...ofQuery, fields });
  const types = config.types.filter((type) => isPublished(bareName(type))).map((type) => (type.name === query.name ? query : type));
  return new GraphQLSchema({ ...config, query, types });
}

/** Returns the SDL of the subgraph: the schema's types with the directives for composition (@key, @shareable, @tag), access and cost. */
export function subgraphSdl(schema: GraphQLSchema, options: SdlOptions): string {
  const printed = withDirectives(schema, {
    ofType: (type) => (isEntityType(type) ? '@key(fields: "id")' : type.name === 'PageInfo' ? '@shareable' : ''),
    ofField: (type, field) => fieldDirectives(type, field, schema, options),
    describesRoots: false,
  });
  return `${federationHeader(options)}\n${printed}`;
}

/** What an SDL states beside the types and fields of a schema. */
interface StatedInSdl {
  /** Returns the directives of an object type. */
  readonly ofType: (type: GraphQLObjectType) => string;
  /** Returns the directives of a field, besides @deprecated. */
  readonly ofField: (type: GraphQLObjectType, field: GraphQLField<unknown, unknown>) => string;
  /** Whether the SDL has the descriptions of the root types. */
  readonly describesRoots: boolean;
}

/** Prints a schema without what federation adds, and with directives. */
function withDirectives(schema: GraphQLSchema, { ofType, ofField, describesRoots }: StatedInSdl): string {
  const published = withoutFederation(schema);
  const document = visit(parse(printSchema(published)), {
    ObjectTypeDefinition: (definition) => {
      const type = published.getType(definition.name.value) as GraphQLObjectType;
      return {
        ...definition,
        description: rootDescriptions.has(type.name) && !describesRoots ? undefined : definition.description,
        directives: directives(ofType(type)),
        fields: definition.fields!.map((field) => ({
          ...field,
          directives: [...field.directives!, ...directives(ofField(type, type.getFields()[field.name.value]!))],
        })),
      };
    },
  });
  return `${print(document)}\n`;
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

function fieldDirectives(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  schema: GraphQLSchema,
  { authDirectives, gatewayOnly = false }: SdlOptions,
): string {
  const { scopes: ofField, self, authenticated } = accessOf(field)!;
  // That `node` returns a record says that it exists, before the gateway checks one of the record's fields.
  const returned = gatewayOnly && isAbstractType(getNamedType(field.type)) ? returnedTypes(schema, field.type) : [];
  const scopes = [...new Set([...ofField, ...returned.flatMap((each) => scopesOf(typeAccessOf(each)?.scope))])];
  const alternatives = [scopes, ...(self !== null && !gatewayOnly ? [[self]] : [])].map(
    (all) => `[${all.map((scope) => `"${scope}"`).join(', ')}]`,
  );
  const protection = scopes.length > 0 ? `@requiresScopes(scopes: [${alternatives.join(', ')}])` : authenticated ? '@authenticated' : '';
  // Other subgraphs have such fields of their own.
  const isFact = bareName(type) === 'Activity' && activityFactNames.some((name) => name === field.name);
  const tag = scopes.includes('attendees:pii') ? '@tag(name: "pii")' : '';
  return `${isFact ? '@shareable' : ''} ${authDirectives ? protection : ''} ${tag} ${costDirectives(type, field, schema)}`;
}

/** Parses directives. */
function directives(written: string): readonly ConstDirectiveNode[] {
  const [definition] = parse(`scalar S ${written}`, { noLocation: true }).definitions;
  return definition?.kind === Kind.SCALAR_TYPE_DEFINITION ? definition.directives! : [];
}

const stitchingDirectives = `directive @key(selectionSet: String!) on OBJECT
directive @merge(argsExpr: String, keyArg: String, keyField: String, key: [String!], additionalArgs: String) on FIELD_DEFINITION
directive @oneOf on INPUT_OBJECT
`;

/**
 * Returns the SDL for schema stitching. Directives declare which types are merged and how, so a gateway needs no code for it: the
 * entities of which a field of Query with the argument `ids` returns a list.
 */
export function stitchingSdl(schema: GraphQLSchema): string {
  const batchFields = Object.values(schema.getQueryType()!.getFields()).filter(
    ({ args, type }) => args.some(({ name }) => name === 'ids') && isListType(getNullableType(type)) && isEntityType(getNamedType(type)),
  );
  const printed = withDirectives(schema, {
    ofType: (type) => (batchFields.some((field) => getNamedType(field.type) === type) ? '@key(selectionSet: "{ id }")' : ''),
    ofField: (type, field) =>
      type.name === 'Query' && batchFields.some(({ name }) => name === field.name) ? '@merge(keyField: "id", keyArg: "ids")' : '',
    describesRoots: true,
  });
  return `${stitchingDirectives}\n${printed}`;
}
