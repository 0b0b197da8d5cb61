/* What an operation's own reads and writes do to later reads. */

import { ReadGenerations } from '../../src/domain/read-generations.js';
import { OperationUpstream, type ServiceAccess } from '../../src/domain/upstream.js';
import type { ActivityId } from '../../src/records/ids.js';
import type { Call } from '../../src/service/call.js';
import { addAttendees } from '../../src/service/endpoints.js';

const activity = 1001 as ActivityId;

test.each([
  ['succeeded', async () => 'reply'],
  ['failed', () => Promise.reject(new Error('no reply'))],
])('the next generation of reads begins when a write has %s, not before', async (_outcome, send) => {
  const generations = new ReadGenerations();
  let duringWrite: number | undefined;
  const call = (() => {
    duringWrite = generations.ofActivity(activity);
    return send();
  }) as unknown as Call;
  const operation = new OperationUpstream({ call, generations } as ServiceAccess, new AbortController().signal);
  await operation.write(addAttendees, activity, {} as never, null).catch(() => {});
  expect({ duringWrite, afterwards: generations.ofActivity(activity), elsewhere: generations.ofActivity(1002 as ActivityId) }).toEqual({
    duringWrite: 0,
    afterwards: 1,
    elsewhere: 0,
  });
});
