/* The options of the library: for each of them, the type that its value must have. */

import type { SettingName } from '../../config/settings.js';
import { isBlank, isObject } from '../../primitives/values.js';

/** The type of an option's value. It is checked before the rules of the setting apply. */
interface OptionKind {
  readonly is: (value: unknown) => boolean;
  readonly expected: string;
}

const string: OptionKind = { is: (value) => typeof value === 'string', expected: 'a string' };
/** Unlike a blank setting, which counts as not set, a blank option is an error. */
const filled: OptionKind = { is: (value) => typeof value === 'string' && !isBlank(value), expected: 'a string that is not blank' };
const flag: OptionKind = { is: (value) => typeof value === 'boolean', expected: 'true or false' };
const number: OptionKind = { is: (value) => typeof value === 'number', expected: 'a number' };
const path: OptionKind = { is: filled.is, expected: 'a path' };
const numbers: OptionKind = { is: (value) => Array.isArray(value) && value.every(number.is), expected: 'an array of numbers' };
const orNull = ({ is, expected }: OptionKind): OptionKind => ({
  is: (value) => value === null || is(value),
  expected: `${expected}, or null`,
});
const contentOf = (file: string): OptionKind => ({ is: isObject, expected: `an object, as ${file} contains it` });
const pattern: OptionKind = { is: (value) => value instanceof RegExp, expected: 'a RegExp' };

const tracer: OptionKind = {
  is: (value) => typeof value === 'object' && value !== null && 'startSpan' in value && typeof value.startSpan === 'function',
  expected: 'a tracer of OpenTelemetry',
};

const kinds = {
  url: string,
  publicKey: string,
  privateKey: string,
  activityIds: numbers,
  stateFile: path,
  authDirectives: flag,
  typePrefix: filled,
  relayNode: flag,
  upstreamReport: flag,
  tracer,
  operations: contentOf('an operations file'),
  activities: contentOf('ACTIVITIES_FILE'),
  'service.authHeader': filled,
  'service.timeoutMs': number,
  'service.retries': number,
  'service.maxConnections': number,
  'service.maxPageSize': number,
  'service.maxIds': number,
  'service.maxResponseBytes': number,
  'service.notFoundPattern': orNull(pattern),
  'service.busyPattern': orNull(pattern),
  'service.clockOffsetSeconds': number,
  'service.signature.algorithm': filled,
  'service.signature.version': number,
  'service.signature.template': filled,
  'service.signature.signerModule': orNull(path),
} as const satisfies Record<string, OptionKind>;

/** The path of an option, such as `service.signature.version`. */
export type OptionPath = keyof typeof kinds;

/** The type of each option, by its path. */
export const optionKinds: ReadonlyMap<string, OptionKind> = new Map(Object.entries(kinds));

/** The setting for each option that has one. Its rules apply to the option too. */
export const settingOf: Readonly<Partial<Record<OptionPath, SettingName>>> = {
  url: 'EVENT_SERVICE_URL',
  publicKey: 'EVENT_SERVICE_PUBLIC_KEY',
  privateKey: 'EVENT_SERVICE_PRIVATE_KEY',
  activityIds: 'EVENT_SERVICE_ACTIVITY_IDS',
  typePrefix: 'TYPE_PREFIX',
  'service.authHeader': 'EVENT_SERVICE_AUTH_HEADER',
  'service.timeoutMs': 'EVENT_SERVICE_TIMEOUT_MS',
  'service.retries': 'EVENT_SERVICE_RETRIES',
  'service.maxConnections': 'EVENT_SERVICE_MAX_CONNECTIONS',
  'service.maxPageSize': 'EVENT_SERVICE_MAX_PAGE_SIZE',
  'service.maxIds': 'EVENT_SERVICE_MAX_IDS',
  'service.maxResponseBytes': 'EVENT_SERVICE_MAX_RESPONSE_BYTES',
  'service.clockOffsetSeconds': 'EVENT_SERVICE_CLOCK_OFFSET_SECONDS',
  'service.signature.algorithm': 'EVENT_SERVICE_SIGNATURE_ALGORITHM',
  'service.signature.version': 'EVENT_SERVICE_SIGNATURE_VERSION',
  'service.signature.template': 'EVENT_SERVICE_SIGNATURE_TEMPLATE',
  'service.signature.signerModule': 'EVENT_SERVICE_SIGNER_MODULE',
};
