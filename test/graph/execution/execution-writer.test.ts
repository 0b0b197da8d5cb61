import fc from 'fast-check';
import { buildSchema, parse, type OperationDefinitionNode } from 'graphql';
import { ExecutionWriter } from '../../../src/graph/execution/execution-writer.js';
import { planOperation } from '../../../src/graph/execution/plan-operation.js';
import { ResponseSize } from '../../../src/graph/execution/response-size.js';
import { codePoint } from '../../support/code-point.js';

const schema = buildSchema('type Query { item: Item } type Item { name: String }');
const document = parse('{ item { name } }');
const item = planOperation(schema, document, document.definitions[0] as OperationDefinitionNode, {}, 0)!.root().fields[0]!.value;
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

test('without data, for example because a value must not be null, the text is dropped', () => {
  const writer = new ExecutionWriter({}, new ResponseSize(Infinity));
  writer.write(plan, { name: 'a' });
  expect(writer.end(null)).toBeNull();
});
