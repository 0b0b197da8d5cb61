/*
 * Writes objects as JSON text by generated code. docs/decisions/0001-own-executor.md states what it saves.
 *
 * A page of 100 attendees with 8 fields each has 800 values. Most are strings that the reply of the service contains as JSON. The executor
 * would create each string, put it into an object, and encode it again. Generated code copies the bytes. For a nullable `name` it does this:
 *
 *     write {"name":
 *     let the record copy the bytes of its name from the reply (`writerName` in primitives/json-writer.ts)
 *     if it has no name, write null; if it cannot copy, read the getter `name` and write its string
 *     write }
 *
 * In generated code, V8 has an inline cache for each property, which remembers where the method of the record is.
 *
 * Generated code handles only the regular case: properties without resolver, of scalar or enum types, or objects of such properties. If a
 * value is a promise or an error, what was written of the object is removed (`truncate`), and the executor completes it from the beginning.
 * So the rules of completion stay in execution.ts. Reading a property twice is harmless: the getters of records only decode.
 */

import { compileFunction } from 'node:vm';
import { isEnumType, type GraphQLEnumType, type GraphQLLeafType } from 'graphql';
import { viewOf, writerName } from '../../primitives/json-writer.js';
import { isPromise } from '../../primitives/values.js';
import { leafWriterOf, type WriteLeaf } from '../executor-extensions.js';
import type { FieldPlan, ObjectPlan, WriteObject } from './plan.js';

/** The generated function of a plan. It exists once enough objects have been completed without it. */
export class PlanWriter {
  #objects = 0;
  #write: WriteObject | null | undefined;

  /** @param after the objects that the executor completes before the function is generated */
  constructor(
    private readonly plan: Fields,
    private readonly after: number,
  ) {}

  /** Returns the function that writes the objects for a context; null if the executor has to complete them. */
  forContext(context: unknown): WriteObject | null {
    if (this.#write === undefined) {
      if ((this.#objects += 1) <= this.after) return null;
      this.#write = isWritable(this.plan) ? generateWriter(this.plan) : null;
    }
    return this.#write === null || lacksAnyScope(this.plan, context) ? null : this.#write;
  }
}

type Fields = Pick<ObjectPlan, 'fields'>;

/** Whether the caller of a context lacks the scope of a field, nested ones included: then the resolver of the field has to run. */
function lacksAnyScope({ fields }: Fields, context: unknown): boolean {
  return fields.some(({ lacksScope, value }) => lacksScope?.(context) || (value.kind === 'object' && lacksAnyScope(value.plan(), context)));
}

/** More fields make a function that takes longer to generate than it saves. */
const maxFields = 64;

/**
 * Whether code can write the objects of a plan. It cannot if a selection below has a condition that is null, as in `skip(if: $null)`: planning
 * the selection throws an error, which the executor reports at its field.
 */
function isWritable(plan: Fields): boolean {
  try {
    return readableFields(plan) <= maxFields;
  } catch {
    return false;
  }
}

/** The number of fields, fields of nested objects included. Infinity if one of them is more than a property of a scalar, enum or object type */
function readableFields({ fields }: Fields): number {
  let count = 0;
  for (const field of fields) {
    count += isReadable(field) ? 1 : Infinity;
    if (count > maxFields) return Infinity;
    if (field.value.kind === 'object') count += readableFields(field.value.plan());
  }
  return count;
}

const isReadable = ({ field, lacksScope, value }: FieldPlan): boolean =>
  (value.kind === 'leaf' || value.kind === 'object') && (field === null || field.resolve === undefined || lacksScope !== null);

function generateWriter(plan: Fields): WriteObject {
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
