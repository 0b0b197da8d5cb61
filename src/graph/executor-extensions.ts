/*
 * The entries that the executor reads from the `extensions` of a schema. Other parts of the graph attach it; the executor knows none of them. The keys
 * are strings, because a copy of a schema lacks extensions whose keys are symbols.
 */

import type { GraphQLField, GraphQLLeafType, GraphQLScalarTypeExtensions } from 'graphql';
import type { JsonWriter } from '../primitives/json-writer.js';

/** Whether the caller of an operation's context lacks the scope of a field. */
export type LacksScope<Context = unknown> = (context: Context) => boolean;

/** Writes a value as JSON text. @returns whether it has written it. If not, the executor completes the object that has the value */
export type WriteLeaf = (value: unknown, out: JsonWriter) => boolean;

/** Makes the executor read a property itself for callers that have its scope. For others it calls the resolver of the field. */
export function setLacksScope<Context>(field: Pick<GraphQLField<unknown, Context>, 'extensions'>, lacksScope: LacksScope<Context>): void {
  field.extensions = { ...field.extensions, [lacksScopeKey]: lacksScope };
}

/** The function that {@link setLacksScope} has attached to a field; null for none. */
export function lacksScopeOf({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): LacksScope | null {
  return (extensions[lacksScopeKey] as LacksScope | undefined) ?? null;
}

/** The extensions of a scalar that writes its values itself. */
export const withWriter = (write: WriteLeaf): GraphQLScalarTypeExtensions => ({ [writeKey]: write });

/** The function of {@link withWriter} that a type has; null for none. */
export function leafWriterOf({ extensions }: Pick<GraphQLLeafType, 'extensions'>): WriteLeaf | null {
  return (extensions[writeKey] as WriteLeaf | undefined) ?? null;
}

const lacksScopeKey = 'eventGraphLacksScope';
const writeKey = 'eventGraphWrite';
