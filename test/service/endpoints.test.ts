/* The table of the endpoints. */

import { contentKinds, type ContentKind } from '../../src/records/content-kind.js';
import { contentEndpoint, endpoints, type Endpoint } from '../../src/service/endpoints.js';

test('the endpoints are in the order of their sections', () => {
  const sections = Object.values(endpoints).map(({ section }) => Number(section.replace('4.', '')));
  expect(sections).toEqual(sections.toSorted((one, other) => one - other));
});

test('each kind of content has one endpoint, which is the one that is looked up in the cache', () => {
  const ofContent = (Object.values(endpoints) as readonly Endpoint<unknown, unknown>[]).filter(({ cachedAs }) => cachedAs !== undefined);
  expect(new Set(ofContent.map(({ cachedAs }) => cachedAs))).toEqual(new Set(contentKinds));
  expect(ofContent).toHaveLength(contentKinds.length);
  for (const endpoint of ofContent) expect(contentEndpoint(endpoint.cachedAs as ContentKind)).toBe(endpoint);
});

test('an endpoint whose replies may be cached is repeatable by the transport', () => {
  const cached = Object.values(endpoints).filter((endpoint) => 'cachedAs' in endpoint);
  expect(new Set(cached.map(({ repeatableBy }) => repeatableBy))).toEqual(new Set(['transport']));
});

test('attendees, check-in, registration and single sign-on may not be cached', () => {
  const personal = ['4.2', '4.3', '4.4', '4.5', '4.11'];
  expect(Object.values(endpoints).filter((endpoint) => personal.includes(endpoint.section) && 'cachedAs' in endpoint)).toEqual([]);
});
