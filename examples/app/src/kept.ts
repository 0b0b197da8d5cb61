import { useState, useSyncExternalStore } from 'react';
import { onChange } from './session.js';

const kept = new Map<string, unknown>();
// What one user typed must not be shown to the next one.
onChange(() => kept.clear());

/** State that outlives its component, so that what was typed is still there after another section. It ends with the session. */
export function useKept<Value>(name: string, initial: () => Value): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as Value) : initial()));
  const keep = (next: Value) => {
    kept.set(name, next);
    setValue(next);
  };
  return [value, keep];
}

/** A value in the storage of the browser, as JSON. undefined if there is none, or none that can be read. */
export function stored(storage: Storage, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? '');
  } catch {
    return undefined;
  }
}

/** Stores a value, or removes it. A browser that refuses to store is no reason to fail. */
export function store(storage: Storage, name: string, value: unknown): void {
  try {
    if (value === undefined) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
  } catch {
    // It is full, or the user has forbidden it.
  }
}

const listeners = new Set<() => void>();
let favourites: ReadonlySet<string> = new Set(stored(localStorage, 'favourites') as string[] | undefined);

/** The ids of the sessions that are marked on this device, and a function that marks one or removes the mark. */
export function useFavourites(): readonly [ReadonlySet<string>, (id: string) => void] {
  return [useSyncExternalStore(onFavourites, () => favourites), toggle];
}

function toggle(id: string): void {
  const next = new Set(favourites);
  if (!next.delete(id)) next.add(id);
  favourites = next;
  store(localStorage, 'favourites', [...next]);
  for (const listener of listeners) listener();
}

function onFavourites(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
