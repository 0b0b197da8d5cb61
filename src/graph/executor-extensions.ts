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

/** Makes the executor read a property itself for callers that have its scope. For others it calls the resolver, which only denies them. */
export function setLacksScope<Context>(field: Pick<GraphQLField<unknown, Context>, 'extensions'>, lacksScope: LacksScope<Context>): void {
  field.extensions = { ...field.extensions, [lacksScopeKey]: lacksScope };
}

/** The function of {@link setLacksScope}; null for none. */
export const lacksScopeOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): LacksScope | null =>
  (extensions[lacksScopeKey] as LacksScope | undefined) ?? null;

/** The extensions of a scalar that writes its values itself. */
export const withWriter = (write: WriteLeaf): GraphQLScalarTypeExtensions => ({ [writeKey]: write });

/** The function of {@link withWriter} that a type has; null for none. */
export const leafWriterOf = ({ extensions }: Pick<GraphQLLeafType, 'extensions'>): WriteLeaf | null =>
  (extensions[writeKey] as WriteLeaf | undefined) ?? null;

const lacksScopeKey = 'eventGraphLacksScope';
const writeKey = 'eventGraphWrite';
