import { Restarts } from '../../src/workers/restarts.js';

const longLifeMs = 30_000;
const shortLifeMs = longLifeMs - 1;
/** The life of a worker that was never ready. */
const failedStart = null;

/** The delays before the replacements of workers with these lives, while others serve. */
const delaysAfter = (lives: readonly (number | null)[], serving = 1) => {
  const restarts = new Restarts();
  return lives.map((readyForMs) => {
    if (readyForMs !== null) restarts.started();
    return restarts.ended(readyForMs, serving);
  });
};

test('the delay doubles with each worker that lives shortly, up to five seconds', () => {
  expect(delaysAfter(Array.from({ length: 8 }, () => shortLifeMs))).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
});

test('after a life of thirty seconds the delay is the first one again', () => {
  expect(delaysAfter([shortLifeMs, shortLifeMs, longLifeMs, shortLifeMs])).toEqual([100, 200, 100, 200]);
});

test('after five failed starts in a row no worker is started if none serves', () => {
  const starts = Array.from({ length: 6 }, () => failedStart);
  expect(delaysAfter(starts, 0)).toEqual([100, 200, 400, 800, null, null]);
  expect(delaysAfter(starts, 1)).toEqual([100, 200, 400, 800, 1600, 3200]);
});

test('a worker that becomes ready ends a row of failed starts', () => {
  const four = Array.from({ length: 4 }, () => failedStart);
  expect(delaysAfter([...four, shortLifeMs, ...four], 0)).not.toContain(null);
});
