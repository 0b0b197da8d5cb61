/* The options of both libraries: their types, and how they are checked by the rules of the settings. The environment is not read. */

import * as z from 'zod';
import type { SpanTracer } from '../primitives/span.js';
import { isObject } from '../primitives/values.js';
import type { ActivityFacts } from '../records/activity-facts.js';
import type { ActivityId } from '../records/ids.js';
import type { SignatureAlgorithm, SignatureCase } from '../records/signature.js';
import { activitiesSchema } from './activities-file.js';
import { problemsIn, object } from './checked-json.js';
import { serviceSettings, type ServiceAccount } from './config.js';
import type { SettingProblem } from './environment.js';
import { expectedRegExp, messagePattern } from './message-pattern.js';
import { defaultOf, rows, type Setting, type SettingValues } from './settings.js';

/** The options of both libraries: the address of the service and the organiser's keys. An undefined option counts as omitted. */
export interface ServiceOptions {
  /**
   * Base address of the service, perhaps with a path prefix. Unlike the program, which requires `EVENT_SERVICE_ALLOW_HTTP` for it, the
   * libraries accept an `http:` address of another machine: your code decides whether personal data may cross the network in plain text.
   */
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** How the service is called. Each option has the default of its setting. */
  readonly service?: ServiceTuning | undefined;
  /** Facts of activities, as ACTIVITIES_FILE contains it: by their numbers, names, places, time zones, currencies and days. */
  readonly activities?: Readonly<Record<string, ActivityFacts>> | undefined;
  /**
   * Receives a span for each attempt to call the service: `trace.getTracer('event-graph')` of OpenTelemetry. The spans become children
   * of the span that is active where the operation runs. Omitted: no spans.
   */
  readonly tracer?: SpanTracer | undefined;
}

/** Options for the calls to the service. */
export interface ServiceTuning {
  /** The name of the header that carries the signature, such as `Service-Auth`. */
  readonly authHeader?: string | undefined;
  /** The deadline of one call with its retries, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of retries of a call. A write is repeated only if it certainly had no effect. */
  readonly retries?: number | undefined;
  /** The maximum number of sockets to the service. */
  readonly maxConnections?: number | undefined;
  /** The largest page requested of the service, and the largest `first`. */
  readonly maxPageSize?: number | undefined;
  /** The maximum number of ids in one call; at most `maxPageSize`, which is the default. */
  readonly maxIds?: number | undefined;
  /** The largest reply that is accepted, in bytes. */
  readonly maxResponseBytes?: number | undefined;
  /** A lookup of one attendee returns null if the message of its rejection matches this pattern. */
  readonly notFoundPattern?: RegExp | null | undefined;
  /** A rejection whose message matches this pattern means that the service did nothing because it is busy: the call is retried. */
  readonly busyPattern?: RegExp | null | undefined;
  /** Seconds that are added to this machine's time in signatures. */
  readonly clockOffsetSeconds?: number | undefined;
  readonly signature?: SignatureOptions | undefined;
}

/** The rule of the signature. */
export interface SignatureOptions {
  readonly algorithm?: SignatureAlgorithm | undefined;
  readonly case?: SignatureCase | undefined;
  /** The member Version of the header. */
  readonly version?: number | undefined;
  /** The text to hash, with placeholders such as {UserPublicKey}. */
  readonly template?: string | undefined;
  /** Path of a module whose default export computes the signature. It replaces template, algorithm and case. */
  readonly signerModule?: string | null | undefined;
}

/**
 * Checks options. Both libraries accept the same ones: those that concern the graph only are checked and not used by the other.
 * @param needsActivities whether `activityIds` is required
 * @param loadSigner loads a signer module
 * @returns all problems, with the paths of the options, and the options if there is none
 */
export async function checkOptions(given: unknown, needsActivities: boolean, loadSigner: LoadSigner) {
  const schema = options({
    url: asSetting(rows.account.url),
    publicKey: asSetting(rows.account.publicKey),
    privateKey: asSetting(rows.account.privateKey),
    activityIds: needsActivities ? activityIds : activityIds.default([]),
    service: serviceSchema(loadSigner),
    activities: activitiesSchema.default({}),
    tracer: z.custom(isTracer, { error: 'a tracer of OpenTelemetry' }).optional(),
    operations: z.custom(isObject, { error: 'an object, as an operations file contains it' }).optional(),
    stateFile: asSetting(rows.stateFile).optional(),
    authDirectives: flag.default(true),
    typePrefix: asSetting(rows.graph.typePrefix).default(null),
    relayNode: flag.default(false),
    upstreamReport: flag.default(false),
  });
  const read = await schema.safeParseAsync(isObject(given) ? given : {}, { reportInput: true });
  const problems: SettingProblem[] = read.success
    ? []
    : problemsIn(read.error).map(({ path, expected }) => ({ setting: path.join('.'), expected }));
  if (!read.success) return { checked: null, problems };
  const { url, publicKey, privateKey, activityIds: ids, service, ...others } = read.data;
  const account = { url, publicKey, privateKey, activityIds: ids as readonly number[] as readonly ActivityId[] } as ServiceAccount;
  return { checked: { account, service: serviceSettings(service as SettingValues['service']), ...others }, problems };
}

/** Options with these names and no other. An undefined option counts as omitted. */
const options = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(
    (given) => (isObject(given) ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) : given),
    object(shape),
  );

const flag = z.boolean({ error: 'true or false' });

const expectedIds = { error: 'an array of positive whole numbers, each once' };
const expectedId = { error: 'a positive whole number' };
const activityIds = z
  .array(z.int(expectedId).positive(expectedId), expectedIds)
  .min(1, expectedIds)
  .refine((ids) => new Set(ids).size === ids.length, expectedIds);

/**
 * An option that the setting of the same meaning accepts as text. Unlike a blank setting, which counts
 * as not set, a blank option is an error.
 */
function asSetting<T>({ kind }: Setting<T>): z.ZodType<T> {
  const schema: z.ZodType<string | number> = kind.isNumber ? z.number({ error: kind.accepts }) : z.string({ error: kind.accepts });
  return schema.transform((given, { issues }) => {
    const text = String(given).trim();
    const value = text === '' ? undefined : kind.read(text);
    if (value === undefined) issues.push({ code: 'custom', message: kind.accepts, input: given });
    return value as T;
  });
}

function serviceSchema(loadSigner: LoadSigner) {
  const { signature, ...others } = rows.service;
  return options({
    ...withDefaults(others),
    notFoundPattern: pattern,
    busyPattern: pattern,
    signature: options({ ...withDefaults(signature), signerModule: signerModule(loadSigner) }).prefault({}),
  }).prefault({});
}

/** The options that settings accept as text. Each has the default of its setting. */
const withDefaults = (group: Readonly<Record<string, Setting>>): z.ZodRawShape =>
  Object.fromEntries(Object.entries(group).map(([name, row]) => [name, asSetting(row).default(defaultOf(row, 'live'))]));

/** The message of its error says why the module cannot be used. */
type LoadSigner = (path: string) => Promise<unknown>;

const signerModule = (loadSigner: LoadSigner) =>
  z
    .string({ error: 'a path, or null' })
    .transform(async (input, { issues }) => {
      await loadSigner(input).catch((error: unknown) => issues.push({ code: 'custom', message: expectedSignerModule(error), input }));
      return input;
    })
    .nullable()
    .default(null);

/** @param error what the loader of the module threw */
export const expectedSignerModule = (error: unknown): string =>
  `the path of a module that loads within 10 seconds, and whose default export is a function; ${(error as Error).message}`;

const pattern = z
  .instanceof(RegExp, { error: 'a RegExp, or null' })
  .transform((given, { issues }) => {
    const compiled = messagePattern(given);
    if (compiled === undefined) issues.push({ code: 'custom', message: expectedRegExp, input: given });
    return compiled;
  })
  .nullable()
  .default(null);

const isTracer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'startSpan' in value && typeof value.startSpan === 'function';
