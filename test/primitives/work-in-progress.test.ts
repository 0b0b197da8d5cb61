import { WorkInProgress } from '../../src/primitives/work-in-progress.js';

describe('work in progress', () => {
  test('is found by its key until it is deleted', () => {
    const inProgress = new WorkInProgress<string>();
    inProgress.set('a', 'one');
    inProgress.set('b', 'two');
    expect([inProgress.get('a'), inProgress.get('b'), inProgress.get('c')]).toEqual(['one', 'two', undefined]);
    expect(inProgress.delete('a')).toBe(true);
    expect(inProgress.delete('a')).toBe(false);
    expect(inProgress.get('a')).toBeUndefined();
    expect(inProgress.entries()).toEqual([['b', 'two']]);
  });

  test('is not deleted by the work that it has replaced', () => {
    const inProgress = new WorkInProgress<object>();
    const [earlier, later] = [{}, {}];
    inProgress.set('a', earlier);
    inProgress.set('a', later);
    expect(inProgress.delete('a', earlier)).toBe(false);
    expect(inProgress.get('a')).toBe(later);
    expect(inProgress.delete('a', later)).toBe(true);
    expect(inProgress.entries()).toEqual([]);
  });
});
