import type { ObjectPlan } from './plan.js';

/**
 * Returns a constructor of plain objects. V8 learns for each constructor how many properties its objects get, and allocates
 * space for them at once. An object literal without properties gets space for four, and is moved each time it outgrows it.
 * @param setsPrototype whether a property is named `__proto__`: then the objects have no prototype, so that it is a property like others
 */
export function resultConstructor(setsPrototype: boolean): ObjectPlan['Result'] {
  const Result = function () {} as unknown as ObjectPlan['Result'];
  Result.prototype = setsPrototype ? (Object.create(null) as object) : Object.prototype;
  return Result;
}
