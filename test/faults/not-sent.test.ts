/* Failures before the first byte: a registration whose key works afterwards, because nothing was sent. */

import { readConfig } from '../../src/config/config.js';
import type { OutcomeStore } from '../../src/domain/at-most-once/outcome-store.js';
import { OperationUpstream } from '../../src/domain/reads/upstream.js';
import { FormFields } from '../../src/domain/registration/form-fields.js';
import { Registrations } from '../../src/domain/registration/registrations.js';
import { Cancellation } from '../../src/primitives/cancellation.js';
import { Secret } from '../../src/primitives/secret.js';
import { connectToService, type ConnectedService } from '../../src/program/connect-to-service.js';
import { createAtMostOnceWrites } from '../../src/program/context-factory.js';
import type { ActivityId } from '../../src/records/ids.js';
import { addAttendees } from '../../src/service/endpoints.js';
import { closedAfterwards } from '../support/afterwards.js';
import { outcomesInMemory } from '../support/outcomes.js';
import { registryService, type RegistryService } from '../support/registry-service.js';

// Some faults end with the deadline of the call, which is long enough for a busy machine.
const good = 'a'.repeat(32);
let sign: () => unknown;
jest.mock('../../src/service/transport/signing.js', () => ({
  ...jest.requireActual<object>('../../src/service/transport/signing.js'),
  loadSignerModule: async () => () => sign(),
}));

const activity = 1001 as ActivityId;
const idempotencyKey = 'registration-0001-of-the-test';
const registrationOf = (mobile: string) => ({
  contact: { name: 'A', mobile },
  channel: null,
  registrants: [{ name: 'A', mobile, fields: [], signCode: null }],
});
const registration = registrationOf('13800138000');
const ownCalls = () => service.hitsOf('/participant/add').filter(({ form }) => form.mobile === '13800138000');

let service: RegistryService;
let one: ConnectedService;
/** The names of rows that have no result and have not been removed. */
let open: Set<string>;
let store: OutcomeStore;
let memory: OutcomeStore;
beforeEach(async () => {
  sign = () => good;
  service = await registryService();
  open = new Set();
  memory = outcomesInMemory();
  store = {
    ...memory,
    begin: async (name, content) => {
      open.add(name);
      const write = await memory.begin(name, content);
      return (
        write && {
          ...write,
          complete: (result) => (open.delete(name), write.complete(result)),
          withdraw: () => (open.delete(name), write.withdraw()),
        }
      );
    },
  };
  one = await connectedTo(service.url);
});

async function connectedTo(url: string): Promise<ConnectedService> {
  const settings = readConfig({
    EVENT_SERVICE_SIGNER_MODULE: 'signer.mjs',
    EVENT_SERVICE_TIMEOUT_MS: '2000',
    EVENT_SERVICE_MAX_CONNECTIONS: '8',
  }).service;
  const address = { url, publicKey: 'public', privateKey: new Secret('private'), activityIds: [activity] };
  return closedAfterwards(await connectToService(address, settings));
}

/** Reads the fields of the form, before the fault begins. */
async function readFormFields(): Promise<FormFields> {
  const formFields = new FormFields(new OperationUpstream(one, new Cancellation()), activity);
  await formFields.all();
  return formFields;
}

function registrations(over: ConnectedService, formFields: FormFields): Registrations {
  const { idempotent } = createAtMostOnceWrites(store, new Secret('private'));
  return new Registrations(new OperationUpstream(over, new Cancellation()), activity, formFields, undefined as never, idempotent);
}

/** Registrations by other callers, which occupy the only connection for writes while the service hangs. */
const otherRegistrations = (count: number) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => one.call(addAttendees, activity, registrationOf(String(10_000_000_000 + n)))));

interface Fault {
  readonly what: string;
  readonly code: string;
  /** Causes the fault. @returns the service to register at, if it is another one, and a function that ends the fault */
  readonly begin: () => Promise<{ over?: ConnectedService; end?: () => unknown }>;
}
const faults: readonly Fault[] = [
  {
    what: 'the signer throws',
    code: 'UPSTREAM_UNAVAILABLE',
    begin: async () => (
      (sign = () => {
        throw new Error('no');
      }),
      {}
    ),
  },
  { what: 'the signer hangs', code: 'UPSTREAM_TIMEOUT', begin: async () => ((sign = () => new Promise(() => {})), {}) },
  {
    what: 'the queue is full',
    code: 'UPSTREAM_OVERLOADED',
    begin: async () => {
      service.behave('hangs without committing');
      const held = otherRegistrations(501);
      expect(one.load.writes).toEqual({ active: 1, waiting: 500 });
      return { end: () => held };
    },
  },
  {
    what: 'the wait in the queue times out',
    code: 'UPSTREAM_OVERLOADED',
    begin: async () => {
      service.behave('hangs without committing');
      const held = otherRegistrations(1);
      return { end: () => held };
    },
  },
  {
    what: 'the connection is refused',
    code: 'UPSTREAM_UNAVAILABLE',
    begin: async () => ({ over: await connectedTo('http://127.0.0.1:9') }),
  },
  {
    what: 'the host name does not resolve',
    code: 'UPSTREAM_UNAVAILABLE',
    begin: async () => ({ over: await connectedTo('http://nope.invalid') }),
  },
  {
    what: 'the circuit is open',
    code: 'UPSTREAM_UNAVAILABLE',
    begin: async () => {
      service.behave('commits, then replies with 500');
      // One after the other: on a busy machine, some of twenty at once would end in the queue.
      for (let failed = 0; failed < 20; failed += 1) await otherRegistrations(1);
      service.registered.length = 0;
      expect(one.openCircuits()).toEqual([addAttendees.path]);
      return {};
    },
  },
];

test.each(faults)('$what: no row is left, and the same key works afterwards', async ({ code, begin }) => {
  const healthy = await connectedTo(service.url);
  const formFields = await readFormFields();
  const { over = one, end } = await begin();
  await expect(registrations(over, formFields).add(registration, { callerName: 'app', idempotencyKey })).rejects.toMatchObject({ code });
  expect(open.size).toBe(0);
  expect(ownCalls()).toHaveLength(0);

  sign = () => good;
  await end?.();
  service.behave('succeeds');
  const works = registrations(healthy, formFields);
  const result = await works.add(registration, { callerName: 'app', idempotencyKey });
  expect(result).toMatchObject({ replayed: false, reply: { registrations: [{ orderId: expect.any(String) }] } });
  expect(service.registered).toEqual(['13800138000']);
  expect(await works.add(registration, { callerName: 'app', idempotencyKey })).toMatchObject({ replayed: true });
  expect(ownCalls()).toHaveLength(1);
});

test('if the store cannot remove the row, the caller still learns that nothing was sent', async () => {
  const formFields = await readFormFields();
  store = {
    ...store,
    begin: async (...parameters) => ({
      ...(await memory.begin(...parameters))!,
      withdraw: async () => {
        throw new Error('disk full');
      },
    }),
  };
  sign = () => {
    throw new Error('no');
  };
  await expect(registrations(one, formFields).add(registration, { callerName: 'app', idempotencyKey })).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  });
  expect(service.hitsOf('/participant/add')).toHaveLength(0);
});
