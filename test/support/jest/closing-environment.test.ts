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

test('the resources of a test are closed after its hooks, the last first; those of a `beforeAll`, after the hooks of its block', () => {
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
