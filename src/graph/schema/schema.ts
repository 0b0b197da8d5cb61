/* Builds the schema: the declared types and fields, then access, audit, cost, federation and bound fields as one pipeline. */

import 'reflect-metadata';
import { assertValidSchema, isInputObjectType, isInterfaceType, isObjectType, printSchema, type GraphQLSchema } from 'graphql';
import { once } from '../../primitives/values.js';
import { noOperationsFile, type OperationsFile } from '../../records/operations-file.js';
import { assertPeople, describeScopes, enforceAccess } from '../access/enforce-access.js';
import { attachReadAudit } from '../audit/read-audit.js';
import { withBoundFields } from '../bound/bound-fields.js';
import { assertReads, readsOf } from '../cost/reads.js';
import { recordTypes } from '../entity-types.js';
import { asSubgraph } from '../federation/federation.js';
import { withRelayNode } from '../federation/relay-node.js';
import { subgraphSdl } from '../federation/sdl.js';
import { prefixTypes } from '../type-names.js';
import { declaredSchema, resolvers } from '../types/declared-schema.js';
import { describeRootTypes } from '../types/root-types.js';
import { callMethodsDirectly } from './direct-resolvers.js';

export interface SchemaOptions {
  /** The largest length of a page that the service returns, such as `first`. Where a default is larger, it is also the default. */
  readonly maxPageSize: number;
  /** The prefix of the type names; null for none. */
  readonly typePrefix?: string | null;
  /** Whether entities implement Relay's interface Node. */
  readonly relayNode?: boolean;
  /** Whether the SDL publishes @authenticated and @requiresScopes. The graph enforces access in either case. */
  readonly authDirectives: boolean;
  readonly operations?: OperationsFile;
}

/** The graph as a Federation 2 subgraph. */
export interface Subgraph {
  /** The executable schema, with `_service` and `_entities`. */
  readonly schema: GraphQLSchema;
  /**
   * The SDL that `_service` returns, for composition and other tools. It is printed when it is first read: the program reads it only for
   * `_service`.
   */
  readonly sdl: string;
}

/**
 * Builds the subgraph.
 * @throws Error for an invalid schema, a missing access row, a resolver that does not state what it reads, a type that does not state what it
 * describes of people, or a field whose resolver would receive a copy of a record
 */
export function createSubgraph(options: SchemaOptions): Subgraph & { readonly clientSdl: string } {
  const withoutFederation = completed(declaredSchema(), options);
  // The fields of federation are not part of the SDL.
  const sdl = once(() => subgraphSdl(withoutFederation, options));
  const schema = asSubgraph(withoutFederation, sdl);
  assertValidSchema(schema);
  return {
    schema,
    get sdl() {
      return sdl();
    },
    /** The SDL for clients and their tools, without federation. */
    get clientSdl() {
      return `${printSchema(withoutFederation)}\n`;
    },
  };
}

/** Adds to the declared schema what the decorators of TypeGraphQL cannot express, in an order that matters. May change it in place. */
function completed(
  declared: GraphQLSchema,
  { maxPageSize, typePrefix = null, relayNode = false, operations = noOperationsFile }: SchemaOptions,
): GraphQLSchema {
  // Defaults such as the default of `first` depend on a setting, and the arguments of decorators are constants.
  lowerDefaultPageSizes(declared, maxPageSize);
  for (const type of Object.values(declared.getTypeMap())) {
    // TypeGraphQL has no option for input objects of which exactly one member is given. Their classes have it as an extension.
    if (isInputObjectType(type)) type.isOneOf = type.extensions['oneOf'] === true;
    // TypeGraphQL generates instanceof checks, but records are not instances of the classes that declare GraphQL types.
    if (isObjectType(type)) type.isTypeOf = undefined;
  }
  // TypeGraphQL's resolvers create promises for arguments that nothing validates.
  callMethodsDirectly(declared, resolvers);
  // Without this check, a type that describes people could be read without an audit entry. The check precedes bound fields, because
  // their file states for each operation whether it is personal.
  assertPeople(declared);
  // Bound fields are data of a file, not classes. They precede the rows of access.
  let schema = withBoundFields(declared, operations);
  // A resolver that does not state what it reads would count as free. The check precedes audit and access, which add resolvers to plain fields.
  assertReads(schema);
  // One entry for all reads of people needs no code in the resolvers. It precedes access, so that a denied field is not a read.
  attachReadAudit(schema);
  // Scopes are rows of a table, so that the resolvers, the SDL and the tests read one source.
  enforceAccess(schema);
  // TypeGraphQL has no option for them.
  describeRootTypes(schema);
  // Clients read the descriptions, and a description written by hand could contradict the access row.
  describeScopes(schema);
  // The prefix follows access and cost, whose tables have the names without it.
  if (typePrefix !== null) schema = prefixTypes(schema, typePrefix);
  // The kind of a record determines its type. It follows the prefix, because it returns the published name.
  for (const type of Object.values(schema.getTypeMap())) if (isInterfaceType(type)) type.resolveType = recordTypes(schema);
  return relayNode ? withRelayNode(schema) : schema;
}

/** Lowers the defaults of arguments that state the length of a page, such as `first` of `Activity.attendees`, to a maximum. */
function lowerDefaultPageSizes(schema: GraphQLSchema, maxPageSize: number): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const first = readsOf(field)?.page?.first;
      const length = field.args.find(({ name }) => name === first);
      if (typeof length?.defaultValue === 'number') length.defaultValue = Math.min(length.defaultValue, maxPageSize);
    }
  }
}
