/* Generates the function that writes an object as JSON text. plan-writer.ts states why. */
import { compileFunction } from 'node:vm';
import { isEnumType, type GraphQLEnumType, type GraphQLLeafType } from 'graphql';
import { viewOf, writerName } from '../../primitives/json-writer.js';
import { isPromise } from '../../primitives/values.js';
import { leafWriterOf, type WriteLeaf } from '../executor-extensions.js';
import type { FieldPlan, ObjectPlan, WriteObject } from './plan.js';

export function generateWriter(plan: Fields): WriteObject {
  const code = new WriterCode();
  code.addObject(plan);
  const body = `'use strict';
const [${code.leaves.map((_, index) => `leaf${index}`).join(', ')}] = leaves;
const [${code.texts.map((_, index) => `text${index}`).join(', ')}] = texts;
return (source, out) => {
  try {
    ${code.statements.join('\n    ')}
    return true;
  } catch {
    return false;
  }
};`;
  const make = compileFunction(body, ['leaves', 'texts', 'isRegular', 'handOver'], { filename: 'generated-writer' }) as (
    ...constants: readonly [readonly WriteLeaf[], readonly DataView[], typeof isRegular, typeof handOver]
  ) => WriteObject;
  return make(code.leaves, code.texts, isRegular, handOver);
}

type Fields = Pick<ObjectPlan, 'fields'>;

/** Whether a value is neither a promise, an error nor a function. */
function isRegular(value: unknown): boolean {
  return typeof value === 'object' ? value !== null && !(value instanceof Error) && !isPromise(value) : typeof value !== 'function';
}

/**
 * Returns false: the executor must write the object, because of the value. It reads the value again, so a promise that is not awaited here
 * must not count as unhandled.
 */
function handOver(value: unknown): false {
  if (isPromise(value)) value.catch(() => {});
  return false;
}

/** The statements that read and write the values of an object, in the order of its fields. */
class WriterCode {
  readonly statements: string[] = [];
  readonly leaves: WriteLeaf[] = [];
  readonly texts: DataView[] = [];
  #variables = 0;
  /** Text that is the same in all objects, and is not yet in a statement. */
  #text = '';

  /** Adds the statements that write the object in the variable `source`. */
  addObject(plan: Fields): void {
    this.#object(plan, 'source');
    this.#flush();
  }

  #object({ fields }: Fields, source: string): void {
    this.#text += '{';
    for (const [index, field] of fields.entries()) {
      this.#text += `${index === 0 ? '' : ','}${JSON.stringify(field.responseKey)}:`;
      this.#field(field, source);
    }
    this.#text += '}';
  }

  #add(...statements: readonly string[]): void {
    this.#flush();
    this.statements.push(...statements);
  }

  #flush(): void {
    if (this.#text === '') return;
    const bytes = Buffer.from(this.#text);
    this.statements.push(`out.copy(text${this.texts.length}, 0, ${bytes.length});`);
    this.texts.push(viewOf(bytes));
    this.#text = '';
  }

  #field({ field, parentType, value }: FieldPlan, source: string): void {
    if (field === null) return void (this.#text += JSON.stringify(parentType.name));
    const variable = `value${(this.#variables += 1)}`;
    const property = `${source}[${JSON.stringify(field.name)}]`;
    const absent = value.nonNull ? 'return false;' : `out.ascii('null');`;
    const ifAbsent = `if (${variable} === null || ${variable} === undefined) ${absent}`;
    if (value.kind === 'leaf' && value.isText) {
      const [writer, written] = [`writer${this.#variables}`, `written${this.#variables}`];
      this.#add(
        `const ${writer} = ${source}[${JSON.stringify(writerName(field.name))}];`,
        `const ${written} = ${writer} === undefined ? false : ${writer}.call(${source}, out);`,
        `if (${written} === null) ${absent}`,
        `else if (!${written}) {`,
        `const ${variable} = ${property};`,
        `${ifAbsent} else if (typeof ${variable} !== 'string') return handOver(${variable}); else out.string(${variable});`,
        '}',
      );
      return;
    }
    this.#add(`const ${variable} = ${property};`, `${ifAbsent} else {`, `if (!isRegular(${variable})) return handOver(${variable});`);
    if (value.kind === 'leaf') this.#leaf(variable, value.type);
    if (value.kind === 'object') this.#nested(variable, value.plan());
    this.#add('}');
  }

  #leaf(variable: string, type: GraphQLLeafType): void {
    this.#add(`if (!leaf${this.leaves.length}(${variable}, out)) return false;`);
    this.leaves.push(leafOf(type));
  }

  #nested(variable: string, plan: ObjectPlan): void {
    this.#add(`if (typeof ${variable} !== 'object') return false;`);
    this.#object(plan, variable);
  }
}

/** Returns the function that writes a leaf value. @throws what the type throws for a value that it cannot serialize */
function leafOf(type: GraphQLLeafType): WriteLeaf {
  const write = leafWriterOf(type);
  if (write) return write;
  if (isEnumType(type)) return writerOfEnum(type);
  return (value, out) => {
    const serialized = type.serialize(value);
    if (serialized === null || serialized === undefined) return false;
    out.scalar(serialized);
    return true;
  };
}

/** Names of enum values need no escape. */
function writerOfEnum(type: GraphQLEnumType): WriteLeaf {
  const texts = new Map(type.getValues().map(({ name, value }) => [value as unknown, `"${name}"`]));
  return (value, out) => {
    const text = texts.get(value);
    if (text !== undefined) out.ascii(text);
    return text !== undefined;
  };
}
