import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentKinds, type ContentKind } from '../../src/records/content-kind.js';
import type { Endpoint } from '../../src/service/endpoint.js';
import { contentEndpoint, endpoints } from '../../src/service/endpoints.js';

const folder = join(__dirname, '../../src/service');
const isEndpoint = (value: unknown): value is Endpoint<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'section' in value && 'encode' in value;

test('every endpoint that a file of src/service exports is listed in documented-endpoints.ts, under its name', async () => {
  const exported = new Map<string, unknown>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const exports = (await import(join(folder, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exports)) if (isEndpoint(value)) exported.set(name, value);
  }
  expect(Object.fromEntries(exported)).toEqual(endpoints);
  for (const [name, endpoint] of Object.entries(endpoints)) expect(endpoint.name).toBe(name);
});

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
