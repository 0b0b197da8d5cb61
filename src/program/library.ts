/* The subgraph as a library: its schema, a context for each operation, and what they need. */

import { asSettingProblems } from '../config/checked-json.js';
import { readConfig } from '../config/config.js';
import { ConfigError, type SettingProblem } from '../config/environment.js';
import { checkOptions, type ServiceOptions } from '../config/library-options.js';
import { checkOperations } from '../config/operations-file.js';
import { AtMostOnceWrites } from '../domain/at-most-once/at-most-once-writes.js';
import type { OutcomeStore } from '../domain/at-most-once/outcome-store.js';
import { GraphContext } from '../graph/context.js';
import { exportSchema } from '../graph/schema/exported-schema.js';
import { createSubgraph, type Subgraph } from '../graph/schema/schema.js';
import { documentedGraph } from '../graph/types/bound-fields.js';
import { Cancellation, type CancelSignal } from '../primitives/cancellation.js';
import { withOpenResources, type OpenResources } from '../primitives/open-resources.js';
import type { Secret } from '../primitives/secret.js';
import { isBlank, isIterable, isObject } from '../primitives/values.js';
import {
  dataScopes,
  type Caller,
  type Scope,
  identityKinds,
  normalIdentity,
  normalMobile,
  type AttendeeIdentity,
  type IdentityKind,
} from '../records/caller.js';
import { parseActivityId, type ActivityId } from '../records/ids.js';
import { operationScopes, noOperationsFile, type OperationsFile } from '../records/operations-file.js';
import { loadSignerModule } from '../service/transport/signing.js';
import { createKeyedDigest, createSeal } from '../storage/seal.js';
import { openSqliteOutcomes } from '../storage/sqlite/sqlite-outcomes.js';
import { assertUsableStateFile, StateFileError } from '../storage/sqlite/state-file.js';
import { connectToService } from './connect-to-service.js';
import { createContextFactory } from './context-factory.js';

/** The options of {@link createEventGraph}. */
export interface EventGraphOptions extends ServiceOptions {
  /** The activities that are served. The first one is the default. */
  readonly activityIds: readonly number[];
  /** Whether the SDL publishes @authenticated and @requiresScopes. Default: true. */
  readonly authDirectives?: boolean | undefined;
  /** A prefix for the names of all types, for schemas that have types of the same names. */
  readonly typePrefix?: string | undefined;
  /** Whether entities implement Relay's interface Node. Default: false. */
  readonly relayNode?: boolean | undefined;
  /** File that stores the outcomes of registrations by idempotency key. Omitted: they are stored in memory. */
  readonly stateFile?: string | undefined;
  /** Operations of the service that the interface names without their path (§4.12), as an operations file binds them. */
  readonly operations?: object | undefined;
  /** Whether `responseExtensions` returns `upstream`. Default: false. */
  readonly upstreamReport?: boolean | undefined;
}

/** The caller of an operation, as the library's user describes it. */
export interface LibraryCaller {
  /** Safe to log, and the same for every operation of the caller, because each caller has idempotency keys of its own. */
  readonly name: string;
  /** Any iterable of names, such as the scopes of a token. Unknown names grant nothing. */
  readonly scopes: Iterable<Scope | (string & {})>;
  /** The activities that the caller may query, of those that are served. Unknown ones grant nothing. Omitted: all of them. */
  readonly activities?: Iterable<number | string> | undefined;
  /**
   * The attendee that the caller is, for the scopes `self:*`: values that you have verified. The first of `id`, `mobile`, `email` and
   * `openId` that is not blank names the attendee. An attendee taken from a `Caller` is not checked
   * again. Omitted: the caller is not an attendee.
   */
  readonly attendee?: LibraryAttendee | AttendeeIdentity | undefined;
}

export type LibraryAttendee = { readonly [Kind in IdentityKind]?: string | number | undefined };

/**
 * Creates the context of one operation. Its reads, and its subscription, end when the signal aborts; without a signal, only the
 * deadline of each call ends reads.
 */
export type CreateContext = (operation: {
  readonly caller: LibraryCaller;
  readonly signal?: CancelSignal | null | undefined;
}) => GraphContext;

/** The schema, and what is needed to execute operations on it. */
export interface EventGraph extends Subgraph {
  /** Every scope of the graph, scopes of its bound operations included. */
  readonly scopes: ReadonlySet<Scope>;
  /** Creates the context of one operation from its caller and a signal that ends its reads. */
  readonly createContext: CreateContext;
  /**
   * Ends subscriptions and connections and closes the state file. Writes are waited for. Then reads in progress fail after half a second.
   * Further calls have no effect.
   */
  readonly close: () => Promise<void>;
}

/**
 * Returns the executable subgraph schema and its context factory, for another server or a stitched schema. Errors are GraphQLErrors
 * with extensions, so that any server shows them. The environment is not read, and no port is opened.
 * @throws ConfigError that names all bad options, or an Error where the state file is locked or its disk is full. Nothing stays open then
 */
export function createEventGraph(options: EventGraphOptions): Promise<EventGraph> {
  return withOpenResources((opened) => assemble(options, opened));
}

async function assemble(options: EventGraphOptions, opened: OpenResources): Promise<EventGraph> {
  const { checked, problems } = await checkOptions(options, true, loadSignerModule);
  const { stateFile, operations: given } = { ...options };
  const bound = isObject(given) ? checkOperations(given, documentedGraph()) : { value: noOperationsFile, problems: [] };
  problems.push(...asSettingProblems('operations', bound.problems));
  const outcomes = openOutcomes(stateFile, checked?.account.privateKey ?? null, problems);
  if (outcomes !== null) opened.add(outcomes);
  if (checked === null || outcomes === null || bound.value === null) throw new ConfigError(problems, 'options');
  const operations = bound.value;
  const { account, service: settings, activities: activityFacts, authDirectives, typePrefix, relayNode, upstreamReport } = checked;
  const writes = new AtMostOnceWrites({ store: outcomes, digest: createKeyedDigest(account.privateKey), now: Date.now });
  const runningWrites = { close: () => writes.settled() };
  // Writes that begin while the service closes end before the store closes.
  opened.add(runningWrites);
  const service = await connectToService(account, settings, { tracer: options.tracer }, activityFacts);
  opened.add({ close: service.closeAfterWrites });
  // The others end before the service closes: one whose outcome is unknown looks its attendees up.
  opened.add(runningWrites);
  const createContext = createContextFactory(
    service,
    writes,
    {
      account,
      attendeeRules: settings,
      upstreamReport,
      maxUpstreamCalls: readConfig({}).limits.maxUpstreamCalls,
      storeWaitMs: undefined,
      operations,
      activityFacts,
    },
    opened,
  );
  const subgraph = createSubgraph({ maxPageSize: settings.maxPageSize, authDirectives, typePrefix, relayNode, operations });
  exportSchema(subgraph.schema);
  return {
    schema: subgraph.schema,
    get sdl() {
      return subgraph.sdl;
    },
    scopes: dataScopesOf(operations),
    createContext: ({ caller, signal }) =>
      withOwnMethods(createContext({ caller: callerOf(caller), signal: signal ?? new Cancellation() })),
    close: () => opened.close(),
  };
}

/** Makes the methods of a context properties of its own: servers such as Yoga copy these to another object. @returns the context */
function withOwnMethods(context: GraphContext): GraphContext {
  for (const name of Object.getOwnPropertyNames(GraphContext.prototype)) {
    const method: unknown = Reflect.get(context, name);
    if (name !== 'constructor' && typeof method === 'function') Reflect.set(context, name, method.bind(context));
  }
  return context;
}

/**
 * Opens the store of outcomes, in a file or in memory. Adds a problem where the file cannot be used.
 * @returns null for such a file, and without a private key
 * @throws StateFileUnavailableError where the file could be used later, and no option is bad
 */
function openOutcomes(file: unknown, privateKey: Secret | null, problems: SettingProblem[]): OutcomeStore | null {
  const path = typeof file !== 'string' || isBlank(file) ? ':memory:' : file;
  try {
    if (privateKey) return openSqliteOutcomes(path, createSeal(privateKey));
    assertUsableStateFile(path);
  } catch (error) {
    if (error instanceof StateFileError) problems.push({ setting: 'stateFile', expected: error.message });
    else if (problems.length === 0) throw error;
  }
  return null;
}

/** The scopes of a graph on data: the documented scopes, and the scopes of its bound operations. */
export const dataScopesOf = ({ bindings }: OperationsFile): ReadonlySet<Scope> => new Set([...dataScopes, ...operationScopes(bindings)]);

/** Returns the graph's caller. @throws TypeError where the name, the scopes or the activities are invalid */
export function callerOf({ name, scopes, activities, attendee }: LibraryCaller): Caller {
  if (typeof name !== 'string') throw new TypeError('caller.name: expected a string, the same for every operation of the caller.');
  const identity = attendee && identityOf(attendee);
  return {
    name,
    scopes: checkedScopes(scopes),
    ...(activities !== undefined && { activities: checkedActivities(activities) }),
    ...(identity && { attendee: identity }),
  };
}

function identityOf(attendee: LibraryAttendee | AttendeeIdentity): AttendeeIdentity | null {
  if ('kind' in attendee) return attendee;
  const values = identityKinds.map((kind) => ({ kind, value: normalIdentity(kind, String(attendee[kind] ?? '')) }));
  const first = values.find(({ value }) => value !== '');
  return first ? { ...first, mobile: normalMobile(String(attendee.mobile ?? '')) || null } : null;
}

function checkedActivities(activities: Iterable<number | string>): ReadonlySet<ActivityId> {
  if (!isIterable(activities)) throw new TypeError('caller.activities: expected an iterable of ids of activities, such as [1001].');
  return new Set([...activities].flatMap((id) => parseActivityId(String(id)) ?? []));
}

/**
 * Copies scopes: a Set that is changed later, as of a session, concerns later operations only. A string is refused: it is an iterable of its
 * letters, which would grant nothing without an error.
 */
function checkedScopes(scopes: LibraryCaller['scopes']): ReadonlySet<Scope> {
  if (isIterable(scopes)) return new Set(scopes) as ReadonlySet<string> as ReadonlySet<Scope>;
  throw new TypeError('caller.scopes: expected an iterable of scope names, such as ["content:read"]. Split a string at its spaces first.');
}
