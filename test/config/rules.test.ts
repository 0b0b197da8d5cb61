/* Settings that are missing, need each other or contradict each other. */

import fc from 'fast-check';
import { checkServiceSettings } from '../../src/config/config.js';
import { authentications, badSettings, envOf, keyHash, live, liveWithoutKey, problems, textOf, token } from './problems.js';

const url = (address: string) => `live; EVENT_SERVICE_URL=${address}`;
const missing = (...names: string[]) => names.map((name) => `${name}: missing`);
const ofLive = missing('EVENT_SERVICE_ACTIVITY_IDS', 'EVENT_SERVICE_PRIVATE_KEY', 'EVENT_SERVICE_PUBLIC_KEY', 'AUTH_API_KEYS');
/** The ways to authenticate callers, with the setting that an error names. */
const ways = Object.values(authentications).map((way) => ({ name: Object.keys(way)[0]!, way: textOf(way) }));
const router = textOf(authentications.router);
const tracing = 'OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318';

/** Settings, and for each bad one its name with a part of what is reported of it. */
type Row = readonly [settings: string, ...bad: string[]];

const rules: Readonly<Record<string, readonly Row[]>> = {
  'in production the sandbox starts only with SANDBOX=true': [
    ['NODE_ENV=production', 'EVENT_SERVICE_URL: SANDBOX=true'],
    ['NODE_ENV=production; SANDBOX=false', 'EVENT_SERVICE_URL: missing'],
    ['NODE_ENV=production; SANDBOX=true'],
    ['live; NODE_ENV=production'],
    ['NODE_ENV=development'],
  ],
  'settings of the sandbox are refused beside a live service, and its key alone does not start the sandbox': [
    ['live; SANDBOX=true', 'SANDBOX: EVENT_SERVICE_URL is set'],
    ['live; SANDBOX_LIVE=true; SANDBOX_SEED=1', 'SANDBOX_LIVE: false or unset', 'SANDBOX_SEED: unset'],
    ['live; SANDBOX=false; SANDBOX_LIVE=false'],
    ['EVENT_SERVICE_PRIVATE_KEY=x; EVENT_SERVICE_URL= ', 'EVENT_SERVICE_URL: missing'],
  ],
  'a live program names everything that is missing at once, also with a malformed address': [
    ['EVENT_SERVICE_URL=https://x.example', ...ofLive],
    ['EVENT_SERVICE_URL=nonsense; PORT=x', ...ofLive, 'EVENT_SERVICE_URL: http', 'PORT: whole number'],
    ['liveWithoutKey; AUTH_DISABLED=false', 'AUTH_API_KEYS: missing'],
  ],
  'authentication is not off beside a way to authenticate': [
    ...ways.flatMap(({ name, way }): Row[] => [
      [`AUTH_DISABLED=true; ${way}`, `AUTH_DISABLED: ${name}`],
      [`liveWithoutKey; AUTH_DISABLED=true; ${way}`, 'AUTH_DISABLED: false or unset'],
      [`liveWithoutKey; AUTH_DISABLED=false; ${way}`],
    ]),
    ['AUTH_DISABLED=true; AUTH_API_KEYS= '],
  ],
  'an http address of another machine needs EVENT_SERVICE_ALLOW_HTTP=true': [
    ...['http://service.example', 'http://192.0.2.7:8080/prefix', 'http://127.0.0.1.example', 'http://event-service'].flatMap(
      (address): Row[] => [
        [url(address), 'EVENT_SERVICE_URL: EVENT_SERVICE_ALLOW_HTTP=true'],
        [`${url(address)}; EVENT_SERVICE_ALLOW_HTTP=true`],
      ],
    ),
    ...['https://service.example', 'http://localhost:8080', 'http://127.0.0.1:8080', 'http://127.8.0.1', 'http://[::1]:8080'].map(
      (address): Row => [url(address)],
    ),
  ],
  'TRUSTED_DOCUMENTS other than allow needs a file, and is refused together with router secrets': [
    ...['TRUSTED_DOCUMENTS=report', 'TRUSTED_DOCUMENTS=require'].flatMap((mode): Row[] => [
      [mode, 'TRUSTED_DOCUMENTS_FILE: missing'],
      [`${mode}; TRUSTED_DOCUMENTS_FILE=a.json; ${router}`, 'TRUSTED_DOCUMENTS: AUTH_ROUTER_SECRETS is set'],
      [`${mode}; ${router}`, 'TRUSTED_DOCUMENTS: AUTH_ROUTER_SECRETS is set', 'TRUSTED_DOCUMENTS_FILE: missing'],
      [`${mode}; TRUSTED_DOCUMENTS_FILE=a.json`],
    ]),
    [`TRUSTED_DOCUMENTS=allow; ${router}`],
    [`TRUSTED_DOCUMENTS=allow; TRUSTED_DOCUMENTS_FILE=a.json; ${router}`],
    [`TRUSTED_DOCUMENTS_FILE=a.json; ${router}`],
  ],
  'two listeners on one port are refused, unless the port is 0 or their hosts differ': [
    ['PORT=4010; ADMIN_PORT=4010', 'ADMIN_PORT: other than PORT'],
    ['PORT=4001', 'ADMIN_PORT: other than PORT'],
    ['PORT=0; ADMIN_PORT=0'],
    ['HOST=127.0.0.2; PORT=4010; ADMIN_HOST=127.0.0.3; ADMIN_PORT=4010'],
  ],
  'each worker has two connections to the service at least': [
    ['live; WORKERS=2; EVENT_SERVICE_MAX_CONNECTIONS=3', 'EVENT_SERVICE_MAX_CONNECTIONS: at least 2 for each'],
    ['live; WORKERS=2; EVENT_SERVICE_MAX_CONNECTIONS=4'],
  ],
  'audit lines are not written to the state file; the word log names no file': [
    [`live; AUDIT_LOG=./state.db; STATE_FILE=${process.cwd()}/state.db`, 'AUDIT_LOG: other than STATE_FILE'],
    ['live; AUDIT_LOG=log; STATE_FILE=./log'],
  ],
  'claims are read from tokens': [
    ['live; AUTH_JWT_ATTENDEE_CLAIMS=id=attendee_id', 'AUTH_JWT_ATTENDEE_CLAIMS: needs AUTH_JWKS_URL'],
    ['live; AUTH_JWT_ACTIVITIES_CLAIM=activities', 'AUTH_JWT_ACTIVITIES_CLAIM: needs AUTH_JWKS_URL'],
    ['live; AUTH_JWT_TRUST_UNVERIFIED=true', 'AUTH_JWT_TRUST_UNVERIFIED: needs AUTH_JWKS_URL'],
    ['live; AUTH_JWT_TRUST_UNVERIFIED=false'],
  ],
  'a key opens activities that are served. The sandbox names its own when it starts': [
    [`live; AUTH_API_KEYS=a:${keyHash}:content:read @1001 @1003`, 'AUTH_API_KEYS: @1003, which is not served'],
    [`AUTH_API_KEYS=a:${keyHash}:content:read @1003`],
  ],
  'spans are sent by HTTP': [
    [`${tracing}; OTEL_EXPORTER_OTLP_PROTOCOL=grpc`, 'OTEL_EXPORTER_OTLP_PROTOCOL: http/protobuf'],
    [`${tracing}; OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=grpc`, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: http/protobuf'],
  ],
  'a malformed setting hides nothing that is missing, and its default contradicts nothing': [
    ['live; PORT=x; TRUSTED_DOCUMENTS=require', 'PORT: whole number', 'TRUSTED_DOCUMENTS_FILE: missing'],
    ['live; PORT=x; ADMIN_PORT=4000', 'PORT: whole number'],
  ],
};

test.each(Object.entries(rules))('%s', (_rule, rows) => {
  for (const [settings, ...bad] of rows) {
    const expected = bad.map((each) => each.split(/: (.*)/)).map(([name, part]) => [name, expect.stringContaining(part!)]);
    expect({ settings, problems: problems(envOf(settings)) }).toEqual({ settings, problems: Object.fromEntries(expected) });
  }
});

test('a program that serves no callers needs no way to authenticate them, and accepts one', () => {
  for (const env of [liveWithoutKey, live]) expect(checkServiceSettings(env).problems).toEqual([]);
});

test('authentication by token needs its three settings together', () => {
  const names = Object.keys(token).sort();
  fc.assert(
    fc.property(fc.subarray(names, { minLength: 1, maxLength: 2 }), (given) => {
      const env = Object.fromEntries(Object.entries(token).filter(([name]) => given.includes(name)));
      expect(badSettings({ ...live, ...env })).toEqual(names.filter((name) => !given.includes(name)));
    }),
  );
});
