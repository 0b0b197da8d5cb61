/*
 * Builds the schema: all its types and fields, then what they state of access and reads, then one wrapping of each field.
 *
 * A record is declared by its table (src/records, types/declared-schema.ts), any other type and every method by a class in types. What depends
 * on options extends these as SDL: bound operations (types/bound-fields.ts), federation and Relay (federation).
 */

import 'reflect-metadata';
import { assertObjectType, assertValidSchema, extendSchema, isAbstractType, parse, type GraphQLSchema } from 'graphql';
import { memoized } from '../../primitives/values.js';
import { noOperationsFile, type OperationsFile } from '../../records/operations-file.js';
import { describeScopes, resolveAccess } from '../access/access.js';
import { installReadAudit, installScopeCheck } from '../access/enforce-access.js';
import { assertReadsStated } from '../cost/reads.js';
import { federationSdl, installFederation } from '../federation/entities.js';
import { subgraphSdl } from '../federation/sdl.js';
import { entityTypeOf, objectFieldsOf, prefixTypes, type ReferableKind } from '../type-names.js';
import { defaultFirst } from '../types/attendee-connection.js';
import { boundSdl, installBoundFields } from '../types/bound-fields.js';
import { declaredSchema } from '../types/declared-schema.js';

export interface SchemaOptions {
  /** The largest length of a page that the service returns, such as `first`. Where a default is larger, it is also the default. */
  readonly maxPageSize: number;
  /** The prefix of the type names; null for none. */
  readonly typePrefix?: string | null;
  /** Whether entities implement Relay's interface Node. */
  readonly relayNode?: boolean;
  /** Whether the SDL publishes @authenticated and @requiresScopes. The graph enforces access in either case. */
  readonly authDirectives: boolean;
  /** Whether a gateway alone checks scopes, by the directives of the SDL. */
  readonly gatewayOnly?: boolean;
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
 * @throws Error for an invalid schema, or a type or a field that does not state who may read it, whether it describes people, or what it reads
 */
export function createSubgraph(options: SchemaOptions): Subgraph {
  const schema = withAllFields(options);
  const sdl = memoized(() => subgraphSdl(schema, options));
  installFederation(schema, sdl);
  assertReadsStated(schema);
  resolveAccess(schema);
  describeScopes(schema);
  for (const { type, field } of objectFieldsOf(schema)) {
    // The wrapping that is installed last runs first: a field is denied before it is a read.
    installReadAudit(schema, type, field);
    installScopeCheck(field);
  }
  assertValidSchema(schema);
  return {
    schema,
    get sdl() {
      return sdl();
    },
  };
}

/** Returns the declared types, with those of the operations file, of federation and of Relay. */
function withAllFields({ maxPageSize, typePrefix = null, relayNode = false, operations = noOperationsFile }: SchemaOptions): GraphQLSchema {
  const document = parse(`${boundSdl(operations)} ${federationSdl(relayNode)}`, { noLocation: true });
  const extended = extendSchema(declaredSchema(), document);
  lowerDefaultPageSize(extended, maxPageSize);
  installBoundFields(extended, operations);
  const schema = typePrefix === null ? extended : prefixTypes(extended, typePrefix);
  for (const type of Object.values(schema.getTypeMap()))
    if (isAbstractType(type)) type.resolveType = (record: { readonly kind: ReferableKind }) => `${typePrefix ?? ''}${entityTypeOf(record)}`;
  return schema;
}

/** Lowers the default length of a page of attendees to a maximum. */
function lowerDefaultPageSize(schema: GraphQLSchema, maxPageSize: number): void {
  const { attendees } = assertObjectType(schema.getType('Activity')).getFields();
  for (const argument of attendees!.args) if (argument.name === 'first') argument.defaultValue = Math.min(defaultFirst, maxPageSize);
}
