/*
 * The entries that the executor reads from the `extensions` of a schema. Other parts of the graph attach them; the executor knows none of
 * them. The keys are strings, because a copy of a schema lacks extensions whose keys are symbols.
 */

import type { WriteJson } from '../primitives/json-writer.js';

/** A part of a schema: a type or a field. */
export interface Extensible {
  extensions: Readonly<Record<string, unknown>>;
}

/** Whether the caller of an operation's context lacks the scope of a field: for `Attendee.mobile`, whether it lacks `attendees:pii`. */
export type LacksScope<Context = unknown> = (context: Context) => boolean;

/** Makes the executor read a property itself for callers that have its scope. For others it calls the resolver, which decides. */
export function setLacksScope<Context>(field: Extensible, lacksScope: LacksScope<Context>): void {
  field.extensions = { ...field.extensions, [lacksScopeKey]: lacksScope };
}

/** The function of {@link setLacksScope}; null for none. */
export const lacksScopeOf = ({ extensions }: Extensible): LacksScope | null =>
  (extensions[lacksScopeKey] as LacksScope | undefined) ?? null;

/** The extensions of a scalar that writes its values itself, or of a field that writes the property of an object without reading it. */
export const withWriter = (write: WriteJson): Readonly<Record<string, unknown>> => ({ [writeKey]: write });

/** The function of {@link withWriter}; null for none. */
export const writerOf = ({ extensions }: Extensible): WriteJson | null => (extensions[writeKey] as WriteJson | undefined) ?? null;

const lacksScopeKey = 'eventGraphLacksScope';
const writeKey = 'eventGraphWrite';
