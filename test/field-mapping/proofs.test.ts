import { isDeepStrictEqual } from 'node:util';
import type { Arrival, CarriedRow, Proof, Replies } from '../../tools/field-mapping/row.js';
import { rows } from '../../tools/field-mapping/rows.js';
import { fakeService, type FakeService, type Hit, type Script } from '../support/fake-service.js';
import { programOver, type ProgramUnderTest } from '../support/program.js';

const carried = rows.filter((row): row is CarriedRow => 'carriers' in row);

const scripts: Record<string, Script> = {};
/** A program for each combination of settings in the proofs. */
const programs = new Map<string, ProgramUnderTest>();
const keyOf = ({ settings = {} }: Proof) => JSON.stringify(settings);
let service: FakeService;

beforeAll(async () => {
  service = await fakeService(scripts);
  for (const key of new Set(carried.flatMap(({ proofs }) => proofs.map(keyOf))))
    programs.set(key, await programOver(service.url, { MAX_COST: '1000000', ...(JSON.parse(key) as Record<string, string>) }));
});

const titled = carried.map((row) => [`§${row.section} ${row.name}`, row.carriers.join(', '), row] as const);

test.each(titled)('%s is carried by %s', async (_name, _carriers, row) => {
  expect(row.proofs.length).toBeGreaterThan(0);
  expect(row.proofs.some((proof) => isAbout(row, proof))).toBe(true);
  expect(row.carriers.filter((carrier) => !row.proofs.some((proof) => isShown(carrier, proof)))).toEqual([]);
  for (const proof of row.proofs) await expectProof(proof);
});

/** Whether a proof contains the row's name on the wire. */
function isAbout({ section, name }: CarriedRow, { replies, arrives }: Proof): boolean {
  const member = name
    .replace('<field key>', 'name1712900101')
    .split(/\.|\[\]\./)
    .at(-1)!;
  if (section === '5' || section.endsWith('request')) return arrives?.name === member;
  return JSON.stringify(replies).includes(`"${member}":`);
}

/** Whether a proof uses a carrier: the last name of its path, or the setting. */
function isShown(carrier: string, { query, settings = {}, fails = {} }: Proof): boolean {
  if (carrier.startsWith('extensions.')) return carrier.replace('extensions.', '') in fails;
  if (/^[A-Z][A-Z_]+$/.test(carrier)) return carrier in settings;
  if (carrier === 'the clock') return true;
  const [, field, argument] = /(\w+)(?:\((\w+):.*\))?$/.exec(carrier) ?? [];
  return [field!, argument ?? field!].every((name) => new RegExp(`\\b${name}\\b`).test(query));
}

async function expectProof(proof: Proof): Promise<void> {
  const program = programs.get(keyOf(proof))!;
  const { response, hits } = await ask(program, proof.query, proof.replies);
  const { reads = {}, fails, arrives } = proof;
  expect(Object.keys(reads).length + Object.keys(fails ?? {}).length + (arrives ? 1 : 0)).toBeGreaterThan(0);
  // First: where the query is invalid, all values are undefined, and only the errors state why.
  if (!fails) expect(response.errors).toEqual([]);
  for (const [path, expected] of Object.entries(reads)) expectValue(at(response.data, path), expected);
  for (const [path, expected] of Object.entries(fails ?? {})) expectValue(at(response.errors[0]?.extensions, path), expected);
  if (arrives) expectArrival(arrives, hits);
  if (proof.repliesWithout) {
    const { response: other } = await ask(program, proof.query, proof.repliesWithout);
    const same = Object.entries(reads).filter(([path, expected]) => matches(at(other.data, path), expected));
    expect({ readWithoutTheField: same }).toEqual({ readWithoutTheField: [] });
  }
}

async function ask(program: ProgramUnderTest, query: string, replies: Replies) {
  for (const path of Object.keys(scripts)) delete scripts[path];
  for (const [path, reply] of Object.entries(replies)) scripts[path] = () => reply;
  const before = service.hits.length;
  const response = await program.run(query);
  return { response, hits: service.hits.slice(before) };
}

function expectArrival({ path, in: position, name, value }: Arrival, hits: readonly Hit[]): void {
  const arrived = hits.filter((hit) => hit.path === path).map((hit) => membersOf(hit, position)[name]);
  expect(arrived.length).toBeGreaterThan(0);
  if (value === undefined) expect(arrived.filter((one) => one !== undefined)).toHaveLength(0);
  else expectValue(arrived.find((one) => matches(one, value)) ?? arrived, value);
}

function membersOf(hit: Hit, position: Arrival['in']): Record<string, unknown> {
  return position === 'Service-Auth' ? (JSON.parse(String(hit.headers['service-auth'])) as Record<string, unknown>) : hit[position];
}

function expectValue(actual: unknown, expected: unknown): void {
  if (typeof expected === 'function') expect({ actual, matches: matches(actual, expected) }).toEqual({ actual, matches: true });
  else expect(actual).toEqual(expected);
}

function matches(actual: unknown, expected: unknown): boolean {
  return typeof expected === 'function' ? (expected as (value: unknown) => boolean)(actual) : isDeepStrictEqual(actual, expected);
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value);
}
