/*
 * What the compiler refuses in a table of endpoints and in a write. Nothing runs this file: `npm run typecheck` fails if a line below an
 * expectation compiles.
 */

import type { OperationUpstream } from '../../src/domain/upstream.js';
import type { ActivityId } from '../../src/records/ids.js';
import type { Endpoint } from '../../src/service/endpoints.js';
import type { WritePermit } from '../../src/service/transport/exchange.js';

declare const upstream: OperationUpstream, id: ActivityId, permit: WritePermit;
declare const byTransport: Endpoint<null, null, 'transport'>,
  byCaller: Endpoint<null, null, 'caller'>,
  byNone: Endpoint<null, null, 'none'>;
declare const undecided: Endpoint<null, null>;

const members = {
  name: 'x',
  section: '4',
  method: 'GET',
  path: '/x',
  auth: 'none',
  repeatableBy: 'transport',
  encode: () => ({}),
} as const;
export const complete: Endpoint<void, null> = { ...members, secrets: () => [], decode: () => null };
// @ts-expect-error It does not state what is secret in its input.
export const forgetful: Endpoint<void, null> = { ...members, decode: () => null };

export const allowed = () => [
  upstream.read(byTransport, id, null),
  upstream.write(byCaller, id, null),
  upstream.write(byNone, id, null, permit),
  upstream.write(byNone, id, null, null),
];
/** A write that may not be repeated needs its permit, or the statement that it has none. */
export const forbidden = () => [
  // @ts-expect-error
  upstream.read(byNone, id, null),
  // @ts-expect-error
  upstream.write(byNone, id, null),
  // @ts-expect-error
  upstream.write(undecided, id, null),
  // @ts-expect-error
  upstream.write(byCaller, id, null, permit),
];
