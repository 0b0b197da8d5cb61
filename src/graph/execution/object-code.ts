/* Generates the code that completes an object. plan-code.ts says what for. */
import type { GraphQLLeafType } from 'graphql';
import { compileFunction } from 'node:vm';
import { isPromise } from '../../primitives/is-promise.js';
import type { CompleteObject, FieldPlan, ObjectPlan } from './plan.js';
import { longText } from './response-size.js';

/** Returns a function that completes the objects of a plan. */
export function generateObjectCode(plan: Fields): CompleteObject {
  const code = new ObjectCode();
  const result = code.object(plan, 'source');
  const body = `'use strict';
const [${code.serializers.map((_, index) => `serialize${index}`).join(', ')}] = serializers;
return (source, size) => {
  let [bytes, result] = [${plan.bytes}, undefined];
  try {
    ${code.statements.join('\n    ')}
    result = ${result};
  } catch {
    return undefined;
  }
  size.add(bytes);
  return result;
};`;
  const make = compileFunction(body, ['serializers', 'isRegular', 'leave', 'longText'], { filename: 'object-code' }) as (
    ...constants: readonly [readonly Serializer[], typeof isRegular, typeof leave, number]
  ) => CompleteObject;
  return make(code.serializers, isRegular, leave, longText);
}

type Fields = Pick<ObjectPlan, 'fields' | 'bytes'>;
type Serializer = (value: unknown) => unknown;

/** Whether a value is neither a promise, an error nor a function. */
function isRegular(value: unknown): boolean {
  return typeof value === 'object' ? value !== null && !(value instanceof Error) && !isPromise(value) : typeof value !== 'function';
}

/** Leaves an object to the executor because of a value, which it reads again. A promise that is not awaited must not count as unhandled. */
function leave(value: unknown): undefined {
  if (isPromise(value)) value.catch(() => {});
}

/** The statements that read and check the values of an object, in the order of its fields. */
class ObjectCode {
  readonly statements: string[] = [];
  readonly serializers: Serializer[] = [];
  #variables = 0;

  /** Adds the statements of an object. @returns the object literal of its result */
  object({ fields }: Fields, source: string): string {
    return `{ ${fields.map((field) => `${JSON.stringify(field.responseKey)}: ${this.#field(field, source)}`).join(', ')} }`;
  }

  /** Adds the statements of a field. @returns its value in the result */
  #field({ field, parentType, value }: FieldPlan, source: string): string {
    if (field === null) return JSON.stringify(parentType.name);
    const variable = `value${(this.#variables += 1)}`;
    const whenAbsent = value.nonNull ? 'return undefined;' : `${variable} = null;`;
    this.statements.push(
      `let ${variable} = ${source}[${JSON.stringify(field.name)}];`,
      `if (${variable} === null || ${variable} === undefined) ${whenAbsent}`,
      'else {',
      ...(value.kind === 'leaf' && value.isText ? textStatements(variable) : [`if (!isRegular(${variable})) return leave(${variable});`]),
    );
    if (value.kind === 'leaf' && !value.isText) this.#leaf(variable, value.type);
    if (value.kind === 'object') this.#nested(variable, value.plan());
    this.statements.push('}');
    return variable;
  }

  #leaf(variable: string, type: GraphQLLeafType): void {
    this.statements.push(
      `${variable} = serialize${this.serializers.length}(${variable});`,
      `if (typeof ${variable} === 'object' || ${variable} === undefined) return undefined;`,
      `if (typeof ${variable} === 'string') {`,
      ...textStatements(variable),
      '}',
    );
    this.serializers.push((value) => type.serialize(value));
  }

  #nested(variable: string, plan: ObjectPlan): void {
    this.statements.push(`if (typeof ${variable} !== 'object') return undefined;`, `bytes += ${plan.bytes};`);
    this.statements.push(`${variable} = ${this.object(plan, variable)};`);
  }
}

/** Counts the bytes of a text. */
const textStatements = (variable: string): readonly string[] => [
  `if (typeof ${variable} !== 'string' || ${variable}.length > longText) return leave(${variable});`,
  `bytes += ${variable}.length;`,
];
