/* Every mutation over a service that loses replies or rejects. What each does besides has a test of its own. */

import { sampledEndpoints } from '../service/sampled-endpoints.js';
import { fakeService, type Script } from '../support/fake-service.js';
import { argumentsForSamples } from '../support/field-arguments.js';
import { graphOver } from '../support/graph.js';
import { schemaWith } from '../support/schemas.js';
import { normalReplies } from './normal-replies.js';

const mobile = '13800138000';
const mutations = Object.keys(schemaWith({ maxPageSize: 100, authDirectives: true }).getMutationType()!.getFields());
const contentPaths = new Set(sampledEndpoints.filter(({ cachedAs }) => cachedAs !== undefined).map(({ endpoint }) => endpoint.path));
/** Mutations whose repetition does no harm, so that a lost reply is an unavailable service: without `addIfMissing`, a login adds no attendee. */
const harmless = new Set(['ssoLogin']);

/** Runs a mutation once with normal replies, which shows to which paths it writes, and once with a script for these. */
async function withWrites(mutation: string, script: Script) {
  const [given] = argumentsForSamples[`Mutation.${mutation}`] ?? [];
  if (given === undefined) throw new Error(`Mutation.${mutation} has no row in test/support/field-arguments.ts.`);
  let writePaths: ReadonlySet<string> = new Set();
  const scripts = Object.entries(normalReplies).map(([path, reply]): [string, Script] => [
    path,
    (hit, response) => (writePaths.has(path) ? script(hit, response) : reply),
  ]);
  const service = await fakeService(Object.fromEntries(scripts));
  const graph = await graphOver(service.url);
  const run = () => graph.run(`mutation { ${mutation}(${given}) { userErrors { code message } } }`);

  expect((await run()).errors).toEqual([]);
  writePaths = new Set(service.hits.map(({ path }) => path).filter((path) => !contentPaths.has(path)));
  service.hits.length = 0;
  return { response: await run(), writes: service.hits.map(({ path }) => path).filter((path) => writePaths.has(path)), writePaths };
}

test.each(mutations)('%s: a write whose reply is lost is not sent again, and its outcome is unknown', async (mutation) => {
  const { response, writes, writePaths } = await withWrites(mutation, (_hit, reply) => void reply.socket!.resetAndDestroy());
  expect(writes).toEqual([...writePaths]);
  expect(response.data).toEqual({ [mutation]: null });
  expect(response.errors.map(({ extensions }) => extensions['code'])).toEqual([
    harmless.has(mutation) ? 'UPSTREAM_UNAVAILABLE' : 'OUTCOME_UNKNOWN',
  ]);
  expect(JSON.stringify(response)).not.toContain(mobile);
});

test.each(mutations)('%s: a rejection is a user error, in which the number is masked', async (mutation) => {
  const { response } = await withWrites(mutation, () => ({ code: 0, msg: `No attendee has ${mobile}.` }));
  expect(response.errors).toEqual([]);
  expect(response.data[mutation].userErrors).toMatchObject([{ code: 'REJECTED', message: 'No attendee has ***.' }]);
});
