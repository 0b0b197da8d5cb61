/* Every field and mutation of the graph over a service that replies anything: data, or a documented error. */

import fc from 'fast-check';
import { getNamedType, isObjectType, isRequiredArgument, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { fakeService, type FakeService, type Script } from '../support/fake-service.js';
import { argumentsForSamples } from '../support/field-arguments.js';
import { graphOver, type GraphUnderTest } from '../support/graph.js';
import { schemaWith } from '../support/schemas.js';
import { broken, normalReplies as normal } from './normal-replies.js';

const paths = Object.keys(normal);
const normally: Script = ({ path }) => normal[path];
const { query, mutation } = schemaWith().toConfig();

let service: FakeService;
let graph: GraphUnderTest;
let replyTo: Script;
beforeAll(async () => {
  service = await fakeService(Object.fromEntries(paths.map((path) => [path, (hit, response) => replyTo(hit, response)])));
  graph = await graphOver(service.url);
});
beforeEach(() => void (replyTo = normally));

/**
 * All fields of a root type but those of the federation, with all below them. Of an object below one of its own type they select no field,
 * nor of an activity outside `Query.activity`: its fields read the same there. A field with arguments is selected once with each of them.
 */
function everyFieldOf(root: GraphQLObjectType): string {
  const fields = Object.values(root.getFields()).filter(({ name }) => !name.startsWith('_'));
  return `{ ${fields.map((field) => selectionOf(root, field, field.name === 'activity' ? [] : ['Activity'])).join(' ')} }`;
}

function selectionOf({ name: typeName }: GraphQLObjectType, field: GraphQLField<unknown, unknown>, above: readonly string[]): string {
  const coordinate = `${typeName}.${field.name}`;
  const below = fieldsBelow(field, above);
  const texts = argumentsForSamples[coordinate];
  if (texts !== undefined) return texts.map((text, index) => `${field.name}${index}: ${field.name}(${text})${below}`).join(' ');
  if (field.args.some(isRequiredArgument))
    throw new Error(`${coordinate} requires arguments: add a row to test/support/field-arguments.ts.`);
  return field.name + below;
}

function fieldsBelow({ type }: GraphQLField<unknown, unknown>, above: readonly string[]): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  if (above.includes(named.name)) return ' { __typename }';
  const fields = Object.values(named.getFields()).map((field) => selectionOf(named, field, [...above, named.name]));
  return ` { ${fields.join(' ')} }`;
}

describe('every field', () => {
  const everything = everyFieldOf(query!);
  const operations = [everything, `mutation ${everyFieldOf(mutation!)}`];
  const documented = new Set(['UPSTREAM_REJECTED', 'UPSTREAM_INVALID_RESPONSE', 'OUTCOME_UNKNOWN', 'BAD_USER_INPUT']);

  async function expectOnlyErrors(allowed: ReadonlySet<string>): Promise<void> {
    for (const operation of operations) {
      const { errors } = await graph.run(operation);
      expect(errors.filter(({ extensions }) => !allowed.has(extensions.code))).toEqual([]);
    }
    expect(graph.defects).toEqual([]);
  }

  test('a service that replies as documented causes no error', () => expectOnlyErrors(new Set()));

  test('any JSON, as the reply of every operation or at any paths of normal ones, yields data or a documented error', async () => {
    const whole = fc
      .tuple(fc.jsonValue(), fc.constantFrom(0, 1, '1', undefined), fc.constantFrom('data', 'total', 'ids'))
      .map(([value, code, member]): Script => {
        return () => (code === undefined ? value : { code, [member]: value });
      });
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<unknown>(null, false, true, '', [], {}, 0, -1, 2 ** 53, 1e300, '12.50', '0', ' ', 'é😀', { __proto__: null }, [
        [[[]]],
      ]),
    );
    const parts = fc.tuple(fc.array(odd, { minLength: 1, maxLength: 9 }), fc.nat()).map(([wrong, seed]): Script => {
      return ({ path }) => broken(normal[path], `${seed} ${path}`, wrong);
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(whole, parts), (script) => {
        replyTo = script;
        return expectOnlyErrors(documented);
      }),
      { numRuns: 25 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  }, 240_000);
});

/** The path to which each mutation writes. */
const writePaths: Readonly<Record<string, string>> = { addAttendees: '/api/participant/add', ssoLogin: '/api/participant/sso_login' };

/* What each mutation does besides has a test of its own. */
describe.each(Object.keys(mutation!.getFields()))('%s', (name) => {
  const mobile = '13800138000';
  /** Runs the mutation with a script for its write. */
  async function runWith(script: Script) {
    replyTo = (hit, response) => (hit.path === writePaths[name] ? script(hit, response) : normal[hit.path]);
    service.hits.length = 0;
    return graph.run(`mutation { ${name}(${argumentsForSamples[`Mutation.${name}`]![0]}) { userErrors { code message } } }`);
  }

  test('a write whose reply is lost is not sent again, and its outcome is unknown', async () => {
    const response = await runWith(({ socket }) => void socket.resetAndDestroy());
    expect(service.hitsOf(writePaths[name]!)).toHaveLength(1);
    expect(response.data).toEqual({ [name]: null });
    // Without `addIfMissing`, a login adds no attendee: its repetition does no harm, and a lost reply is an unavailable service.
    const code = name === 'ssoLogin' ? 'UPSTREAM_UNAVAILABLE' : 'OUTCOME_UNKNOWN';
    expect(response.errors.map(({ extensions }) => extensions.code)).toEqual([code]);
    expect(JSON.stringify(response)).not.toContain(mobile);
  });

  test('a rejection is a user error, in which the number is masked', async () => {
    const response = await runWith(() => ({ code: 0, msg: `No attendee has ${mobile}.` }));
    expect(response.errors).toEqual([]);
    expect(response.data[name].userErrors).toMatchObject([{ code: 'REJECTED', message: 'No attendee has ***.' }]);
  });
});
