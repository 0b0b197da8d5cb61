/* The table of the endpoints. */

import { contentKinds, type ContentKind } from '../../src/records/content-kind.js';
import { contentEndpoint, endpoints, type Endpoint } from '../../src/service/endpoints.js';

test('each kind of content has one endpoint, which is looked up in the cache and repeatable; no other endpoint may be cached', () => {
  const cached = (Object.values(endpoints) as readonly Endpoint<unknown, unknown>[]).filter((endpoint) => 'cachedAs' in endpoint);
  expect(cached).toHaveLength(contentKinds.length);
  expect(new Set(cached.map(({ cachedAs }) => cachedAs))).toEqual(new Set(contentKinds));
  for (const endpoint of cached) {
    expect(contentEndpoint(endpoint.cachedAs as ContentKind)).toBe(endpoint);
    expect(endpoint.repeatableBy).toBe('transport');
  }
});
