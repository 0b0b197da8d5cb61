import { batchedOutput } from '../../../src/server/telemetry/batched-output.js';

test('lines of one turn are written together, in their order, and the last ones when the process ends', async () => {
  const written: string[] = [];
  let exit = () => {};
  const stream = batchedOutput({ write: (text) => void written.push(text) }, (flush) => (exit = flush));
  stream.write('one\n');
  stream.write('two\n');
  expect(written).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  stream.write('three\n');
  exit();
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});
