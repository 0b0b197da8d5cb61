import { isObjectType, Kind, parse, print, printSchema, visit, type ConstDirectiveNode, type GraphQLSchema } from 'graphql';
import { isScope } from '../access/access-rows.js';
import { fieldAccess } from '../access/access-table.js';
import { entityTypeNames } from '../names/entity-types.js';
import { costDirectives } from '../cost/cost-directives.js';
import { bareName } from '../names/type-names.js';

export interface SdlOptions {
  /** Whether @authenticated and @requiresScopes are published. Apollo's JavaScript gateway rejects them. */
  readonly authDirectives: boolean;
}

/** Returns the SDL of the subgraph: the schema's types with the directives for composition (@key, @shareable, @tag), access and cost. */
export function subgraphSdl(schema: GraphQLSchema, options: SdlOptions): string {
  const bare = (publicName: string) => bareName(schema.getType(publicName)!);
  const document = visit(parse(printSchema(schema)), {
    ObjectTypeDefinition: (type) => ({
      ...type,
      directives: typeDirectives(bare(type.name.value)),
      fields: type.fields!.map((field) => ({
        ...field,
        directives: [
          ...field.directives!,
          ...fieldDirectives(bare(type.name.value), field.name.value, options),
          ...directives(costOf(schema, type.name.value, field.name.value)),
        ],
      })),
    }),
  });
  return `${header(options)}\n${print(document)}\n`;
}

function header({ authDirectives }: SdlOptions): string {
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

function fieldDirectives(typeName: string, fieldName: string, { authDirectives }: SdlOptions): ConstDirectiveNode[] {
  const access = fieldAccess(typeName, fieldName);
  const protection = isScope(access) ? `@requiresScopes(scopes: [["${access}"]])` : access === 'authenticated' ? '@authenticated' : '';
  return directives(`${authDirectives ? protection : ''} ${access === 'attendees:pii' ? '@tag(name: "pii")' : ''}`);
}

function costOf(schema: GraphQLSchema, typeName: string, fieldName: string): string {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  return type && field ? costDirectives(bareName(type), field) : '';
}

/** Parses directives. */
export function directives(written: string): ConstDirectiveNode[] {
  if (written.trim() === '') return [];
  const [definition] = parse(`scalar S ${written}`, { noLocation: true }).definitions;
  return definition?.kind === Kind.SCALAR_TYPE_DEFINITION ? [...(definition.directives ?? [])] : [];
}
