import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { closedAfterwards } from '../afterwards.js';

const events: string[] = [];
const open = (name: string) => closedAfterwards({ close: () => events.push(name) });

describe('a block', () => {
  beforeAll(() => {
    open('first of beforeAll');
    open('second of beforeAll');
  });
  afterAll(() => void events.push('afterAll'));
  beforeEach(() => void open('of beforeEach'));
  afterEach(() => void events.push('afterEach'));

  test('with a test that opens two resources and closes one', () => {
    open('of the test');
    open('closed by the test').close();
    expect(events).toEqual(['closed by the test']);
  });
});

test('the resources of a test are closed once, after its hooks, the last first; those of a `beforeAll`, after the hooks of its block', () => {
  expect(events).toEqual([
    'closed by the test',
    'afterEach',
    'of the test',
    'of beforeEach',
    'afterAll',
    'second of beforeAll',
    'first of beforeAll',
  ]);
});

test('a close that is called again returns what it returned first', () => {
  const resource = open('once');
  expect({ first: resource.close(), again: resource.close() }).toEqual({ first: events.length, again: events.length });
});

describe('suites that fail', () => {
  const run = (...suites: string[]) => {
    const words = [resolve('node_modules/jest/bin/jest.js'), '--runInBand', ...suites.flatMap((suite) => ['--testMatch', `**/${suite}`])];
    return spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 170_000 });
  };

  test('a suite ends when a test fails that has a server open, and when its graph does not start', () => {
    const { status, stderr } = run('failing-suite.fixture.ts');
    expect(stderr).toContain('This test fails.');
    expect(stderr).toContain('EVENT_SERVICE_TIMEOUT_MS');
    expect(stderr).toContain('2 failed');
    expect(stderr).not.toContain('ISOLATED=1');
    // It is null for a process that had to be ended.
    expect(status).toBe(1);
  }, 180_000);

  test('a suite that fails after another one of its worker names ISOLATED=1 once', () => {
    const { stderr } = run('failing-suite.fixture.ts', 'failing-suite.second.fixture.ts');
    expect(stderr).toContain('This test fails, too.');
    expect(stderr.match(/shared modules with the suites before it\. With ISOLATED=1/g)).toHaveLength(1);
  }, 180_000);
});
