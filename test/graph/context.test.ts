/* The context of one operation, as servers of others use it. */

import { Activities, type ActivityDependencies } from '../../src/domain/activities.js';
import { ConvertedBodies } from '../../src/domain/articles/articles.js';
import { OperationUpstream, type ServiceAccess } from '../../src/domain/reads/upstream.js';
import { OperationContext } from '../../src/graph/context.js';
import { Cancellation } from '../../src/primitives/cancellation.js';

test('a copy of a context, as GraphQL Yoga makes one, reports what the operation has done since', () => {
  const upstream = new OperationUpstream({} as ServiceAccess, new Cancellation());
  const activities = new Activities({ activityIds: [], upstream, dependencies: {} as ActivityDependencies });
  const common = { convertedBodies: new ConvertedBodies(), qrCodeUrl: () => '', upstreamReport: true };
  const copy = Object.assign({}, new OperationContext({ name: 'app', scopes: new Set() }, activities, upstream, common));
  expect(copy.responseExtensions()).toBeUndefined();
  upstream.usage.countAttempt();
  upstream.usage.stale.push({ endpointPath: '/tickets', activityId: '1001', ageSeconds: 5 });
  copy.noViewers.push({ activityId: '1001', reason: 'NOT_VERIFIED' });
  expect(copy.responseExtensions()).toEqual({
    upstream: { calls: 1, coalesced: 0, cached: 0, ms: 0 },
    stale: [{ operation: '/tickets', activityId: '1001', ageSeconds: 5 }],
    viewer: [{ activityId: '1001', reason: 'NOT_VERIFIED' }],
  });
});
