/* How a record shows its fields to code that knows no getters: JSON, `console.log`, a spread and `structuredClone`. */

import { inspect } from 'node:util';
import { UpstreamInvalidResponseError } from './errors.js';

/** A class with the table of its fields: that of a record, or of `showFields`. */
interface DeclaredClass {
  readonly declaration: { readonly fields: object };
}

/**
 * What the prototype of a record's class has: the form for JSON and `console.log`, which is the fields, decoded. JSON leaves out those whose
 * values break the interface; `console.log` shows the errors.
 */
export const shown: PropertyDescriptorMap = {
  toJSON: {
    configurable: true,
    value(this: object) {
      return Object.fromEntries(fieldValues(this).filter(([, value]) => !(value instanceof UpstreamInvalidResponseError)));
    },
  },
  [inspect.custom]: {
    configurable: true,
    value(this: object) {
      return Object.fromEntries(fieldValues(this));
    },
  },
};

/** Shows fields of a class that is no type of the graph as those of records. */
export function showFields(type: abstract new (...args: never) => object, names: readonly string[]): void {
  Object.assign(type, { declaration: { fields: Object.fromEntries(names.map((name) => [name, null])) } });
  Object.defineProperties(type.prototype, shown);
}

function fieldValues(of: object): (readonly [name: string, value: unknown])[] {
  return fieldNames(of).map((name) => {
    try {
      return [name, Reflect.get(of, name) as unknown];
    } catch (error) {
      return [name, error];
    }
  });
}

/** The names of a record's fields; none for any other object. */
export function fieldNames(of: object): readonly string[] {
  const names = new Set<string>();
  for (let type: unknown = of.constructor; typeof type === 'function' && 'declaration' in type; type = Object.getPrototypeOf(type))
    for (const name of Object.keys((type as DeclaredClass).declaration.fields)) names.add(name);
  return [...names];
}

/**
 * Gives the records of a value own properties, so that a spread and `structuredClone` copy their fields
 * too. Each is decoded when it is read.
 * @returns the value
 */
export function withOwnFields<T>(given: T): T {
  if (typeof given !== 'object' || given === null) return given;
  // Not the fields that it was given before: each would be decoded, and a broken one would throw.
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(given))) withOwnFields(value as unknown);
  for (const name of fieldNames(given)) {
    if (Object.hasOwn(given, name)) continue;
    const get = () => withOwnFields(Reflect.get(Object.getPrototypeOf(given) as object, name, given) as unknown);
    Object.defineProperty(given, name, { enumerable: true, configurable: true, get });
  }
  return given;
}
