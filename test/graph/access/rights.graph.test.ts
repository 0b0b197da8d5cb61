/*
 * Every field, by every path to an object of its type, for callers with each kind of rights: exactly what the access rows state is
 * readable. The paths are generated from the schema, the expectations from the rows and the response of a caller who may read everything.
 * Events have subscription-rights.graph.test.ts.
 */

import { execute, parse, type ExecutionResult } from 'graphql';
import { createErrorFormat } from '../../../src/graph/errors/error-format.js';
import { EventLoopTurn } from '../../../src/graph/execution/event-loop-turn.js';
import { createExecute } from '../../../src/graph/execution/execute.js';
import { accessTable } from '../../../src/graph/types/access-table.js';
import type { Caller } from '../../../src/records/caller.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';
import { schemaWith, validated } from '../../support/schemas.js';
import { all, callers, own } from './callers.js';
import { allowedPart, expectedFor, fieldsReached } from './expected-rights.js';
import { paths, textOf, type Path } from './paths.js';

const options = { maxPageSize: 100, authDirectives: true, relayNode: true };
const schema = schemaWith(options);
const tried = paths(schema);
/** Registrations change what queries return, so mutations have a service of their own. */
let sandboxes: Readonly<Record<Path['operation'], CountedSandbox>>;
/** The responses to the caller who may read everything. */
const everything = new Map<Path, Record<string, unknown>>();
/** The fields in the audit entries of the caller who may read everything. */
const audited = new Map<Path, readonly string[]>();
/** The calls that a query costs the caller who may read everything. */
const costs = new Map<string, Record<string, number>>();
let registrations = 0;

beforeAll(async () => {
  const sandbox = () => countedSandbox({ knowsNotFound: true, schema: options, env: { CACHE_TTL: 'off' } });
  sandboxes = { query: await sandbox(), mutation: await sandbox() };
  for (const path of tried) {
    const { data, errors, audit } = await run(path, all, graphqlJs);
    if (errors.length > 0) throw new Error(`${path.name}: ${errors.join(', ')}`);
    everything.set(path, data);
    audited.set(
      path,
      audit.flatMap(({ fields }) => fields),
    );
  }
});

type Executor = (text: string, context: unknown) => PromiseLike<ExecutionResult> | ExecutionResult;
const documentOf = (text: string) => validated(schema, text).document ?? parse(`{ invalid }`);
const graphqlJs: Executor = (text, contextValue) => execute({ schema, document: documentOf(text), contextValue });
const ownExecutor = createExecute(schema, { maxResponseBytes: Infinity, turn: new EventLoopTurn(() => performance.now()) });
const ours: Executor = (text, context) => {
  const document = documentOf(text);
  const [operation] = document.definitions;
  if (operation?.kind !== 'OperationDefinition') throw new Error('Expected one operation.');
  return ownExecutor({ document, operation, variables: {}, context });
};
const format = createErrorFormat({
  newErrorId: () => 'test',
  report: ({ error }) => {
    throw error;
  },
});

async function run(path: Path, caller: Caller, executor: Executor) {
  // A number registers once.
  const mobile = path.name.includes('addAttendees') ? String(10000010000 + (registrations += 1)) : own;
  const sandbox = sandboxes[path.operation];
  const context = sandbox.graph.context([...caller.scopes], undefined, {
    ...caller,
    ...(caller.attendee && { attendee: { ...caller.attendee, mobile } }),
  });
  sandbox.reset();
  const { data, errors = [] } = await executor(textOf(path.selection, path.operation).replaceAll('$own', mobile), context);
  const denials = errors.map((error) => {
    const { path: at = [], extensions } = format(error, 'test');
    return `${at.filter((key) => typeof key === 'string').join('.')} ${extensions?.['code']} ${extensions?.['requiredScopes']}`;
  });
  return {
    data: JSON.parse(JSON.stringify(data ?? null)) as Record<string, unknown>,
    errors: [...new Set(denials)].toSorted(),
    calls: sandbox.counts(),
    audit: context.audit.take('ok'),
  };
}

/** The calls of a query that selects only what a caller may read. */
async function costOf(path: Path, caller: Caller): Promise<Record<string, number>> {
  const part = { ...path, selection: allowedPart(path.selection, caller) };
  const key = `${[...(caller.activities ?? [])].join(' ')} ${textOf(part.selection, 'query')}`;
  const cost =
    costs.get(key) ?? (await run(part, { ...all, ...(caller.activities && { activities: caller.activities }) }, graphqlJs)).calls;
  costs.set(key, cost);
  return cost;
}

test('the tested paths reach every field that has an access row, except those of events and of user errors', () => {
  const reached = new Set(tried.flatMap((path) => fieldsReached(path.selection, everything.get(path)!)));
  const rows = [...accessTable].flatMap(([typeName, { fields }]) => Object.keys(fields).map((name) => `${typeName}.${name}`));
  const isUnreachable = (row: string) => /^(Subscription|CheckInEvent|ActivityUserError)\.|Payload\.userErrors$/.test(row);
  expect(rows.filter((row) => !reached.has(row) && !isUnreachable(row))).toEqual([]);
  expect(tried.length).toBeGreaterThan(50);
});

test('every mutation is recorded in the audit', () => {
  const mutations = tried.filter(({ operation }) => operation === 'mutation');
  const fields = mutations.map(({ selection }) => `Mutation.${selection.fields[0]!.name}`);
  expect(new Set(fields)).toEqual(new Set(Object.keys(accessTable.get('Mutation')!.fields).map((name) => `Mutation.${name}`)));
  for (const [index, path] of mutations.entries()) expect(audited.get(path)).toContain(fields[index]);
});

test('every field that describes a person is recorded in the audit, by whatever path it is read', () => {
  const describing = new Set(
    [...accessTable].flatMap(([typeName, { people, fields }]) =>
      typeof people === 'object' && 'identifiedBy' in people
        ? Object.keys(fields).flatMap((name) => (people.identifiedBy.includes(name) ? [] : [`${typeName}.${name}`]))
        : [],
    ),
  );
  for (const path of tried) {
    const read = fieldsReached(path.selection, everything.get(path)!).filter((coordinate) => describing.has(coordinate));
    expect({ name: path.name, audited: audited.get(path) }).toEqual({ name: path.name, audited: expect.arrayContaining(read) });
  }
});

describe.each(callers)('with %s', (_name, caller) => {
  test.each<[string, Executor]>([
    ['the executor of the server', ours],
    ['graphql-js', graphqlJs],
  ])('%s returns the fields that the rows open, denies the others, and makes no call for a denied one', async (_executor, executor) => {
    for (const path of tried) {
      const { data, errors, calls } = await run(path, caller, executor);
      const expected = expectedFor(path.selection, everything.get(path)!, caller);
      expect({ name: path.name, errors }).toEqual({ name: path.name, errors: expected.errors });
      if (path.operation === 'query') {
        expect({ name: path.name, data }).toEqual({ name: path.name, data: expected.data });
        expect({ name: path.name, calls }).toEqual({ name: path.name, calls: await costOf(path, caller) });
      } else if (Object.values(expected.data).includes(null)) {
        expect({ name: path.name, data, calls }).toEqual({ name: path.name, data: expected.data, calls: {} });
      }
    }
  });
});
