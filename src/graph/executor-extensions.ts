/*
 * The entries that the executor reads from the `extensions` of a schema. Other parts of the graph attach them; the executor knows none of them. The
 * keys are strings, because a copy of a schema lacks extensions whose keys are symbols.
 */

import type { GraphQLField, GraphQLLeafType, GraphQLScalarTypeExtensions } from 'graphql';
import type { JsonWriter } from '../primitives/json-writer.js';

/** Whether the caller of an operation's context lacks the scope of a field: for `Attendee.mobile`, whether it lacks `attendees:pii`. */
export type LacksScope<Context = unknown> = (context: Context) => boolean;

/**
 * Writes a value as JSON text. That of `DateTime`, for example, writes a Date as `"2026-11-22T09:30:00Z"`.
 * @returns whether it has written it. If not, the executor completes the object that has the value
 */
export type WriteLeaf = (value: unknown, out: JsonWriter) => boolean;

/**
 * Makes the executor read a property itself for callers that have its scope. For others it calls the resolver, which the field has already.
 * Once the field has another resolver, which may do more, the executor calls that one for all callers.
 */
export function setLacksScope<Context>(field: FieldResolver<Context>, lacksScope: LacksScope<Context>): void {
  const check: ScopeCheck<Context> = { lacksScope, resolve: field.resolve };
  field.extensions = { ...field.extensions, [lacksScopeKey]: check };
}

/** The function that {@link setLacksScope} has attached to a field; null for none, and for a field that has another resolver since. */
export function lacksScopeOf({ extensions, resolve }: FieldResolver): LacksScope | null {
  const check = extensions[lacksScopeKey] as ScopeCheck | undefined;
  return check !== undefined && check.resolve === resolve ? check.lacksScope : null;
}

type FieldResolver<Context = unknown> = Pick<GraphQLField<unknown, Context>, 'extensions' | 'resolve'>;
interface ScopeCheck<Context = unknown> {
  readonly lacksScope: LacksScope<Context>;
  /** The resolver for callers that lack the scope. */
  readonly resolve: FieldResolver<Context>['resolve'] | undefined;
}

/** The extensions of a scalar that writes its values itself. */
export const withWriter = (write: WriteLeaf): GraphQLScalarTypeExtensions => ({ [writeKey]: write });

/** The function of {@link withWriter} that a type has; null for none. */
export function leafWriterOf({ extensions }: Pick<GraphQLLeafType, 'extensions'>): WriteLeaf | null {
  return (extensions[writeKey] as WriteLeaf | undefined) ?? null;
}

const lacksScopeKey = 'eventGraphLacksScope';
const writeKey = 'eventGraphWrite';
