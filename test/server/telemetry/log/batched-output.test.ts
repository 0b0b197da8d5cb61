import { createBatchedOutput } from '../../../../src/server/telemetry/log/batched-output.js';

function batches() {
  const written: string[] = [];
  const timers: (() => void)[] = [];
  let exit = () => {};
  const stream = createBatchedOutput(
    { write: (text) => void written.push(text) },
    (flush) => (exit = flush),
    Infinity,
    (_ms, callback) => void timers.push(callback),
  );
  return { written, stream, timers, exit: () => exit(), elapse: () => timers.splice(0).forEach((callback) => callback()) };
}

test('lines that follow each other closely are written together, in their order, and the last ones when the process ends', () => {
  const { written, stream, timers, elapse, exit } = batches();
  stream.write('one\n');
  stream.write('two\n');
  expect({ written, timers: timers.length }).toEqual({ written: [], timers: 1 });
  elapse();
  stream.write('three\n');
  exit();
  elapse();
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

test('many lines are written before their time, and no line twice', () => {
  const { written, stream, elapse } = batches();
  const line = `${'x'.repeat(999)}\n`;
  for (let count = 0; count < 20; count += 1) stream.write(line);
  expect(written).toEqual([line.repeat(17)]);
  elapse();
  expect(written).toEqual([line.repeat(17), line.repeat(3)]);
});

test('with a limit, no write of several lines is longer, and a longer line is written alone', () => {
  const written: string[] = [];
  const stream = createBatchedOutput(
    { write: (text) => void written.push(text) },
    () => {},
    4096,
    () => {},
  );
  const line = `${'x'.repeat(999)}\n`;
  for (let count = 0; count < 9; count += 1) stream.write(line);
  stream.write(`${'y'.repeat(20_000)}\n`);
  expect(written.map((text) => text.length)).toEqual([4000, 4000, 1000, 20_001]);
});
