/*
 * The endpoints that OPERATIONS_FILE binds to fields of the graph (§4.12): those that the interface names without their method, path
 * or payload. The file and the pages call them operations. A checked file has this form, and every stage derives its part from it:
 * service the endpoints, graph the fields.
 */

import { Article } from './article.js';
import { BoundAttendee } from './attendee.js';
import { isOperationScope, type Scope } from './caller.js';
import { Category } from './category.js';
import type { TextPattern } from './errors.js';
import { FormField } from './form-field.js';
import type { EntityKind } from './ids.js';
import { scopesOf } from './record-access.js';
import { ScheduleItem } from './schedule.js';
import { Goods, TicketItem } from './stock.js';

/** The documented records that the result of a bound endpoint may contain, by the names of their types. */
export const boundRecords = { Attendee: BoundAttendee, Article, ScheduleItem, Category, TicketItem, Goods, FormField };

/** The scopes that a caller needs to read a documented record, by its name; none for any other type. */
export const scopesOfRecord = (name: string): readonly Scope[] =>
  Object.hasOwn(boundRecords, name) ? scopesOf(boundRecords[name as keyof typeof boundRecords].declaration.scope) : [];

/** The scalars that the result of a bound endpoint may contain. */
export const boundScalars = ['String', 'Int', 'Float', 'Boolean', 'ID', 'DateTime', 'Decimal', 'JSON'] as const;
export type BoundScalar = (typeof boundScalars)[number];

export const parameterScalars = ['String', 'Int', 'Float', 'Boolean', 'ID'] as const;

/** A GraphQL type in parts. `[T!]!` is a list that is never null, of items that are never null. */
export interface BoundTypeReference {
  /** The whole, as the file and SDL write it. */
  readonly notation: string;
  /** A scalar, a documented record, or one of the file's types. */
  readonly name: string;
  readonly nonNull: boolean;
  /** null for a single value. */
  readonly list: { readonly nonNullItems: boolean } | null;
}

/** A field of one of the file's types. */
export interface BoundField {
  readonly name: string;
  readonly type: BoundTypeReference;
  /** The names of the members that lead to the value in the service's record. */
  readonly from: readonly string[];
  readonly description: string | undefined;
}

/** A type that the file declares. */
export interface BoundType {
  readonly name: string;
  readonly description: string | undefined;
  readonly fields: readonly BoundField[];
}

/** A parameter that callers give as an argument. */
export interface BoundParameter {
  /** The name of the argument. */
  readonly name: string;
  /** The name in the request. */
  readonly wireName: string;
  readonly type: BoundTypeReference;
  readonly defaultValue: unknown;
  /** The kind of record that an id names; null for any other value. */
  readonly kind: EntityKind | null;
  readonly description: string | undefined;
}

/** A parameter that every request has and no caller sees. */
export interface BoundConstant {
  readonly wireName: string;
  /** `{activityId}` in a string stands for the activity's number. */
  readonly value: string | number | boolean;
}

/** One endpoint of the file, and its field. */
export interface EndpointBinding {
  /** The key in the file, and the name of the field. */
  readonly key: string;
  /** The type that has the field: an activity's read, or a write. */
  readonly on: 'Activity' | 'Mutation';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly auth: 'service' | 'none';
  /** The encoding of the parameters; `none` puts them into the query string. */
  readonly body: 'multipart' | 'form' | 'json' | 'none';
  readonly parameters: readonly BoundParameter[];
  readonly constants: readonly BoundConstant[];
  readonly result: BoundTypeReference;
  /** The names of the members that lead to the result in the envelope; null if the result is the success itself. */
  readonly data: readonly string[] | null;
  readonly scope: Scope;
  /** Whether the use is audited as a use of personal data. The reply is then never cached. */
  readonly personal: boolean;
  readonly repeatable: boolean;
  /** How long a reply is cached; null if it is never cached. */
  readonly ttlSeconds: number | null;
  /** Recognises the service's message for a record that does not exist. */
  readonly notFound: TextPattern | null;
  readonly description: string | undefined;
  /** The reason why clients should not use the field any more. */
  readonly deprecated: string | undefined;
}

/** The value of an argument. In place of a global id it has the number that the service knows. */
export type BoundValue = string | number | boolean | readonly (string | number | boolean)[];

/** The arguments of one use of an endpoint, by the names of the parameters. An argument without a value is absent. */
export type BoundInput = Readonly<Record<string, BoundValue>>;

/** All endpoints that a file binds, with the types of their results. */
export interface OperationsFile {
  readonly types: readonly BoundType[];
  readonly bindings: readonly EndpointBinding[];
}

export const noOperationsFile: OperationsFile = { types: [], bindings: [] };

/** The name of the type that a write returns. */
export const payloadNameOf = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1)}Payload`;

/**
 * The scope that every caller has who reads an object of one of the file's types: the scope of the endpoints that return it.
 * @returns for each type its scope; null if endpoints of different scopes return it. Types that no endpoint returns are left out.
 */
export function scopesByType({ types, bindings }: OperationsFile): ReadonlyMap<string, Scope | null> {
  const byName = new Map(types.map((type) => [type.name, type]));
  const scopes = new Map<string, Scope | null>();
  for (const { result, scope } of bindings) {
    for (const name of typesBelow(result.name, byName)) {
      const isSame = !scopes.has(name) || scopes.get(name) === scope;
      scopes.set(name, isSame ? scope : null);
    }
  }
  return scopes;
}

/** The scopes `operations:*` that the endpoints of a file require. */
export function operationScopes(bindings: readonly EndpointBinding[]): readonly Scope[] {
  return [...new Set(bindings.map(({ scope }) => scope).filter(isOperationScope))];
}

/** A type and all types that its fields lead to, as far as the file declares them. @param follows whether fields of a type are followed */
export function typesBelow(
  name: string,
  types: ReadonlyMap<string, BoundType>,
  follows: (type: BoundTypeReference) => boolean = () => true,
): ReadonlySet<string> {
  const found = new Set<string>();
  const unvisited = [name];
  for (let next = unvisited.pop(); next !== undefined; next = unvisited.pop()) {
    const type = types.get(next);
    if (type === undefined || found.has(next)) continue;
    found.add(next);
    unvisited.push(...type.fields.filter((field) => follows(field.type)).map((field) => field.type.name));
  }
  return found;
}

/** The parts of the graph without bound fields that an operations file must fit. */
export interface DocumentedGraph {
  /** The names of the types that the graph has or may have. */
  readonly types: ReadonlySet<string>;
  /** The names of the fields of each type that endpoints can be bound to. */
  readonly fields: Readonly<Record<'Activity' | 'Mutation', ReadonlySet<string>>>;
}
