import fc from 'fast-check';
import { buildSchema, parse, type GraphQLObjectType, type OperationDefinitionNode } from 'graphql';
import { ExecutionWriter } from '../../../src/graph/execution/execution-writer.js';
import { planOperation } from '../../../src/graph/execution/plan-operation.js';
import { ResponseSize } from '../../../src/graph/execution/response-size.js';
import { setLacksScope } from '../../../src/graph/executor-extensions.js';
import { type JsonText, type JsonWriter, writerName } from '../../../src/primitives/json-writer.js';
import { codePoint } from '../../support/code-point.js';

const schema = buildSchema(
  'type Query { name: String! count: Int kind: Kind inner: Inner list: [Int] named: Named resolved: Int secret: String } enum Kind { A B } type Inner implements Named { name: String } interface Named { name: String }',
);
const { resolved, secret } = (schema.getType('Query') as GraphQLObjectType).getFields();
resolved!.resolve = () => 1;
secret!.resolve = ({ secret: value }: { secret: string }) => value;
setLacksScope(secret!, ({ lacksScope }: { lacksScope?: boolean }) => lacksScope === true);

function planOf(query: string, compileAfter = 0) {
  const document = parse(query);
  return planOperation(schema, document, document.definitions[0] as OperationDefinitionNode, {}, compileAfter)!.root();
}
/** The text that generated code writes for an object. undefined if the executor has to complete it */
function written(query: string, source: unknown, context: object = {}, size = new ResponseSize(10_000)): string | undefined {
  const writer = new ExecutionWriter(context, size);
  const part = writer.write(planOf(query), source);
  return part && (writer.end({ part }) as JsonText).data.toString().slice('{"part":'.length, -1);
}

test('data of which only null is left is no text, although objects were written: the audit reads it', () => {
  const writer = new ExecutionWriter({}, new ResponseSize(10_000));
  expect(writer.write(planOf('{ name }'), { name: 'a' })).toBeDefined();
  expect(writer.end({ part: null })).toEqual({ part: null });
});

test('an object may write a property itself, which is then not read', () => {
  const source = {
    get name(): string {
      throw new Error('The property was read.');
    },
    [writerName('name')](this: object, out: JsonWriter) {
      out.string(this === source ? 'itself' : 'another');
      return true;
    },
  };
  expect(written('{ a: name b: name }', source)).toBe('{"a":"itself","b":"itself"}');
});

test('the executor reads a property that an object cannot write', () => {
  expect(written('{ name }', { name: 'read', [writerName('name')]: () => false })).toBe('{"name":"read"}');
});

test('an object that writes null leaves a property that must not be null to the executor', () => {
  const source = { name: null, [writerName('name')]: () => null };
  expect(written('{ name }', source)).toBeUndefined();
  expect(written('{ count named: inner { name } }', { count: 1, inner: source })).toBe('{"count":1,"named":{"name":null}}');
});

test('after the end of an execution no object is written', () => {
  const writer = new ExecutionWriter({}, new ResponseSize(1000));
  const plan = planOf('{ name }');
  const part = writer.write(plan, { name: 'a' });
  writer.end({ part });
  expect(writer.write(plan, { name: 'b' })).toBeUndefined();
});

test('generated code counts the bytes of a response', () => {
  expect(written('{ name }', { name: 'x'.repeat(90) }, {}, new ResponseSize(110))).toHaveLength(101);
  expect(() => written('{ name }', { name: 'x'.repeat(90) }, {}, new ResponseSize(90))).toThrow('The response is too large.');
});

const badges = buildSchema('type Query { item: Item } type Item { name: String }');
const document = parse('{ item { name } }');
const item = planOperation(badges, document, document.definitions[0] as OperationDefinitionNode, {}, 0)!.root().fields[0]!.value;
const plan = item.kind === 'object' ? item.plan() : (undefined as never);

test('executions in progress at the same time have texts of their own, in any order of writing and ending', () => {
  const name = fc.oneof(fc.string({ unit: codePoint }), fc.string({ minLength: 5000, maxLength: 20_000 }));
  const steps = fc.array(fc.record({ execution: fc.nat(3), names: fc.array(name, { maxLength: 3 }), ends: fc.boolean() }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(steps, (sequence) => {
      const start = () => ({ writer: new ExecutionWriter({}, new ResponseSize(Infinity)), items: [] as unknown[], names: [] as string[] });
      const running = [start(), start(), start(), start()];
      const end = (index: number) => {
        const { writer, items, names } = running[index]!;
        expect(JSON.parse(JSON.stringify(writer.end({ items })))).toEqual({ items: names.map((text) => ({ name: text })) });
        running[index] = start();
      };
      for (const { execution, names, ends } of sequence) {
        for (const text of names) {
          running[execution]!.items.push(running[execution]!.writer.write(plan, { name: text })!);
          running[execution]!.names.push(text);
        }
        if (ends) end(execution);
      }
      for (const index of running.keys()) end(index);
    }),
  );
});
