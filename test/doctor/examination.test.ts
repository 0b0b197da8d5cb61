/* What the doctor finds: each check over a sandbox that is altered so that it fails. */

import { loadActivitiesFile } from '../../src/config/activities-file.js';
import { checkServiceSettings } from '../../src/config/config.js';
import { examine } from '../../src/doctor/examination.js';
import { searchedRules } from '../../src/doctor/find-signature.js';
import { summaryOf } from '../../src/doctor/main.js';
import { allIds, checkedSections, type DoctorReport } from '../../src/doctor/report.js';
import { sandboxKeys, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { endpoints } from '../../src/service/endpoints.js';
import { closedAfterwards } from '../support/afterwards.js';
import { alteredService, sandboxTemplate, type Alteration, type Reply } from '../support/altered-service.js';
import { certificateFor } from '../support/certificate.js';
import { temporaryFile } from '../support/temporary-files.js';

type Env = Readonly<Record<string, string>>;
interface Options {
  readonly searchFrom?: number | undefined;
  readonly lateVariables?: readonly string[];
}

/** Examines a service with the sandbox's keys, as `event-graph doctor` does. */
async function examinedAt(url: string, env: Env = {}, { searchFrom, lateVariables = [] }: Options = {}) {
  const { config } = checkServiceSettings({
    EVENT_SERVICE_URL: url,
    EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
    EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_TIMEOUT_MS: '2000',
    EVENT_SERVICE_ALLOW_HTTP: 'true',
    ...env,
  });
  /** Everything that was shown beside the checks, and the milliseconds of every pause. */
  const [shown, pauses]: [string[], number[]] = [[], []];
  const report = await examine({
    service: config.liveAccount!,
    settings: config.service,
    activityFacts: loadActivitiesFile(config.activitiesFile),
    activityId: config.liveAccount!.activityIds[0]!,
    searchFrom: searchFrom ?? null,
    lateVariables,
    pause: (ms) => Promise.resolve(pauses.push(ms)),
    onProgress: (text) => shown.push(text),
    onWarning: (text) => shown.push(text),
    onCheck: () => {},
  });
  return { report, checks: Object.fromEntries(report.checks.map((check) => [check.id, check])), shown, pauses };
}

/** The doctor only reads it. */
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = closedAfterwards(await startSandbox());
});

/** Examines the sandbox, altered. `paths` has the path of every request that it got. */
async function examined(alteration: Alteration, env?: Env, options?: Options) {
  const { url, paths, close } = await alteredService(alteration, sandbox);
  try {
    return { ...(await examinedAt(url, env, options)), paths };
  } finally {
    await close();
  }
}

/** A service, and what is reported of it. */
interface Case extends Options {
  readonly service?: Alteration;
  readonly env?: Env;
  /** Lines of some of the checks. The report is `ok` if none of them fails. */
  readonly checks: readonly (string | RegExp)[];
  /** All settings that are suggested; omitted: none. */
  readonly suggestions?: Readonly<Record<string, unknown>>;
  /** Checks that pass with the suggested settings, as all others do. */
  readonly passesThen?: readonly string[];
  readonly calls?: number;
  readonly next?: RegExp;
  /** What is shown last beside the checks. */
  readonly shown?: RegExp;
}

/** Fails if a key, a signature or a value of a record is in a report. */
function expectNoValues(report: object): void {
  const text = JSON.stringify(report);
  expect(text).not.toContain(sandboxKeys.publicKey);
  expect(text).not.toContain(sandboxKeys.privateKey);
  expect(text).not.toMatch(/[0-9a-f]{32}|1[3-9]\d{9}|@[a-z]|soon|王伟|Zoë/);
}

/** Fails unless a report has a line for each of these: status, id, message, hint, details, settings and endpoint; … stands for any text. */
function expectLines({ checks }: DoctorReport, expected: readonly (string | RegExp)[]) {
  const lines = checks.map(({ status, id, message, hint, details, settings, endpoint }) =>
    [`${status} ${id}: ${message}`, hint, JSON.stringify(details), settings, endpoint].join(' '),
  );
  const patterns = expected.map((line) =>
    typeof line === 'string' ? new RegExp(`^${line.replaceAll(/\W/g, '\\$&').replaceAll('\\…', '[^]*')}`) : line,
  );
  expect(lines).toEqual(expect.arrayContaining(patterns.map((pattern): unknown => expect.stringMatching(pattern))));
}

const testEach = (cases: Readonly<Record<string, Case>>) =>
  test.each(Object.entries(cases))('%s', async (_what, { service = {}, env, checks, suggestions = {}, passesThen, ...more }) => {
    const found = await examined(service, env, more);
    expectNoValues(found.report);
    expectLines(found.report, checks);
    expect(found.report.ok).toBe(!checks.some((line) => /^(\/\^)?fail/.test(String(line))));
    expect(found.report.suggestions).toEqual(suggestions);
    if (more.calls !== undefined) expect(found.paths).toHaveLength(more.calls);
    if (more.next) expect(found.report.next).toMatch(more.next);
    if (more.shown) expect(found.shown.at(-1)).toMatch(more.shown);
    if (!passesThen) return;
    const again = await examined(service, { ...env, ...found.report.suggestions });
    expect({ ok: again.report.ok, suggestions: again.report.suggestions }).toEqual({ ok: true, suggestions: {} });
    expect(passesThen.map((id) => again.checks[id]!.status)).toEqual(passesThen.map(() => 'ok'));
  });

type Alter = NonNullable<Alteration['alter']>;
/** Alters the replies after the first ones. */
function after(calls: number, alter: Alter): Alter {
  let made = 0;
  return (...call) => ((made += 1) > calls ? alter(...call) : undefined);
}
/** Alters the replies at a path, by its end. @param calls the number of its first replies that stay as they are */
function at(end: string, change: (json: any, reply: Reply) => void, calls = 0): Alter {
  const alter = after(calls, (_path, reply) => change(reply.json, reply));
  return (path, ...call) => (path.endsWith(end) ? alter(path, ...call) : undefined);
}
const rejection =
  (msg: string) =>
  (_json: unknown, reply: Reply): void =>
    void (reply.json = { code: 0, msg });
const withStatus =
  (status: number, headers: Reply['headers'] = {}, body?: string): Alter =>
  (_path, reply) =>
    void Object.assign(reply, { status, headers: { ...reply.headers, ...headers }, ...(body !== undefined && { body }) });

const otherTemplate = '{ActivityId}{PrivateKey}{UserPublicKey}{Version}{Time}';
/** The number of the rule with which a search finds `otherTemplate`. */
const otherRule = searchedRules.findIndex(({ template }) => template === otherTemplate) + 1;

test('a service as documented passes every check, each once and in the order of the table; nothing that writes is sent', async () => {
  const { report, paths } = await examined({}, { EVENT_SERVICE_ACTIVITY_IDS: '1001,1002' });
  expect(report).toMatchObject({ ok: true, activityId: '1001', next: 'start Event Graph' });
  expect(report.suggestions).toEqual({});
  expect(report.checks.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([]);
  expect(report.checks.map(({ id }) => id)).toEqual(allIds);
  expectLines(report, ['skip tls:']);
  expect(paths.filter((path) => /add|sso_login|beforeCheckIn/.test(path))).toEqual([]);
  // No endpoint is called more than a few times.
  expect(paths).toHaveLength(2 + 2 + checkedSections.length + 3);
  expectNoValues(report);
});

test('a closed port fails with its cause; every check is reported, and that of an endpoint names it, although it is skipped', async () => {
  const { report, checks } = await examinedAt('http://127.0.0.1:1');
  expect(report.ok).toBe(false);
  expect(report.next).toContain('"connection"');
  expect(report.checks.map(({ id }) => id)).toEqual(allIds);
  expectLines(report, [
    'skip address:',
    'fail connection:…ECONNREFUSED…"cause":"ECONNREFUSED"…EVENT_SERVICE_URL',
    'skip operation §4.9:…listTickets',
    'skip records §4.9:…listTickets',
  ]);
  expect(checks['address']!.endpoint).toBeUndefined();
});

test('the doctor checks every endpoint that reads with the signature', () => {
  const sections = Object.values(endpoints)
    .filter(({ auth, repeatableBy }) => auth === 'service' && repeatableBy === 'transport')
    .map(({ section }) => section);
  expect(new Set(sections)).toEqual(new Set(checkedSections));
});

describe('address, connection and http', () => {
  test('a host name that does not resolve fails with its cause', async () => {
    const { report } = await examinedAt('http://no-such-host.invalid');
    expectLines(report, [/^fail address: .*"cause":"(ENOTFOUND|EAI_AGAIN)"/, 'skip http:']);
  });

  test('a plain http port under https fails', async () => {
    const { report } = await examinedAt((await alteredService({}, sandbox)).url.replace('http:', 'https:'));
    expectLines(report, [/^fail tls: .*https or http.*"cause":"[A-Z_]+"/]);
  });

  test.each<[what: string, status: number, body: string | undefined, type: string]>([
    ['a rate limit', 429, undefined, 'application/json'],
    ['a failure', 502, '<h1>Bad gateway</h1>', 'text/html'],
    ["a proxy's page", 200, '<h1>Welcome</h1>', 'text/html'],
    ['a page that is not there', 404, '<h1>Not found</h1>', 'text/html'],
    ['JSON of another service under another status', 404, '{"error":"no route"}', 'application/json'],
  ])('%s fails with the status and the content type', async (_what, status, body, contentType) => {
    const { report, checks } = await examined({ alter: withStatus(status, { 'content-type': contentType }, body) });
    expectLines(report, [`fail http:…"status":${status}…"contentType":"${contentType}"`, 'skip envelope:']);
    expect(checks['http']!.settings).toEqual(status === 429 ? undefined : ['EVENT_SERVICE_URL']);
    expect(report.checks.map(({ id }) => id)).toEqual(allIds);
  });

  test.each(['[]', '{"code":2}', '{"code":1}'])('JSON that is not an envelope fails: %s', async (body) => {
    expectLines((await examined({ alter: withStatus(200, {}, body) })).report, ['ok http:', 'fail envelope:']);
  });

  testEach({
    'a reply in another charset fails with this, not as the page of a proxy': {
      service: { alter: withStatus(200, { 'content-type': 'application/json; charset=gbk' }, '{"code":1,"data":[],"msg":"é"}') },
      checks: ['fail http:…expected a body in UTF-8…ask its operator'],
    },
    'a reply in an unknown compression fails with those that are known': {
      service: { alter: withStatus(200, { 'content-encoding': 'zstd' }) },
      checks: ['fail http:…gzip, deflate, br…ask its operator'],
    },
    'a service that accepts connections and never replies fails within the budget': {
      service: { alter: () => false },
      env: { EVENT_SERVICE_TIMEOUT_MS: '200' },
      checks: ['ok connection:', 'fail http:…"cause":"ETIMEDOUT"'],
    },
    'a redirect is reported with its target, without the query': {
      service: { alter: withStatus(302, { location: 'https://sso.example/login?token=SECRET' }) },
      checks: ['fail http:…(HTTP status 302 to https://sso.example/login)…"location":"https://sso.example/login"'],
    },
    'a service that is busy by EVENT_SERVICE_BUSY_PATTERN fails as a rate limit, not as a wrong signature': {
      service: { alter: withStatus(200, {}, '{"code":0,"msg":"System busy"}') },
      env: { EVENT_SERVICE_BUSY_PATTERN: 'busy$' },
      checks: ['fail http:…limits the rate'],
    },
    'text around the envelope causes a warning': {
      service: { alter: (_path, reply) => void (reply.body = `Notice: x\n${JSON.stringify(reply.json)}`) },
      checks: ['ok http:', 'warn envelope:…before'],
    },
    'an envelope as text/html under 404 is fine: the graph takes it too': {
      service: { alter: withStatus(404, { 'content-type': 'text/html' }) },
      checks: ['ok http:', 'ok envelope:'],
    },
    'a rejection under 404 may be of another path: the hint names the path prefix, and no rule is searched': {
      service: { alter: withStatus(404, {}, '{"code":0,"msg":"no such page"}') },
      searchFrom: 1,
      checks: [/^fail signature: .*404.*path prefix in EVENT_SERVICE_URL(?!.*--find-signature)/],
      calls: 2,
      next: /^check the path of EVENT_SERVICE_URL/,
    },
    'a certificate that no authority signed fails with its code, and the hint names NODE_EXTRA_CA_CERTS': {
      service: { tls: certificateFor('localhost') },
      checks: ['ok address:', 'ok connection:', 'fail tls:…NODE_EXTRA_CA_CERTS…"cause":"DEPTH_ZERO_SELF_SIGNED_CERT"', 'skip http:'],
      calls: 0,
    },
  });

  test('the doctor waits as long as a 429 asks, a minute at most, and calls less often from then on', async () => {
    let calls = 0;
    const { report, pauses, paths, shown } = await examined({
      alter: (...call) => {
        calls += 1;
        if (calls === 4 || calls === 6) return withStatus(429, { 'retry-after': calls === 4 ? '30' : '3600' })(...call);
      },
    });
    expect(report.ok).toBe(true);
    expect(pauses.slice(0, 4)).toEqual([30_000, 500, 500, 60_000]);
    expect(pauses.slice(4)).toEqual(new Array(paths.length - 6).fill(1_000));
    expect(shown.filter((text) => text.includes('waits'))).toEqual([expect.stringContaining('30 s'), expect.stringContaining('60 s')]);
  });
});

/** A suggested offset of the clock within two seconds. */
const offset = (about: RegExp) => ({ EVENT_SERVICE_CLOCK_OFFSET_SECONDS: expect.stringMatching(about) });

describe('clock', () => {
  testEach({
    'a skew that the service tolerates causes a warning; the offset is negative when the service is behind, and no setting is suggested': {
      service: { clockSeconds: -100 },
      // Whole seconds: two away at most.
      checks: [/^warn clock: .*need not change.*"offsetSeconds":-(98|99|100|101|102)\b/],
    },
    'an offset that the Date header confirms remains in use, although calls are rejected with it and without': {
      service: { clockSeconds: 600, template: otherTemplate },
      env: { EVENT_SERVICE_CLOCK_OFFSET_SECONDS: '600' },
      searchFrom: otherRule,
      checks: ['ok clock:', 'fail signature:', 'ok operation §4.3:'],
      suggestions: {
        EVENT_SERVICE_SIGNATURE_TEMPLATE: otherTemplate,
        EVENT_SERVICE_SIGNATURE_ALGORITHM: 'md5',
        EVENT_SERVICE_SIGNATURE_CASE: 'lower',
      },
    },
    'a skew fails if calls are rejected, and the other checks use the time of the service': {
      service: { clockSeconds: 412 },
      checks: ['fail clock:…Calls are rejected with this time…"offsetSeconds":', 'ok signature:', 'ok operation §4.3:'],
      calls: 3 + 1 + checkedSections.length + 3,
      suggestions: offset(/^41[0-4]$/),
      passesThen: ['clock'],
    },
    'a skew fails the check, even if the service does not call it a wrong signature; with the offset as a setting nothing is wrong': {
      service: { clockSeconds: -412, timeMessage: 'Request expired' },
      checks: ['fail clock:', 'ok signature:'],
      suggestions: offset(/^-41[0-4]$/),
      passesThen: ['clock'],
    },
    'a skew of more than a day fails, and is no advice for the setting, which refuses it': {
      service: { clockSeconds: 90_000 },
      checks: ['fail clock:…If it is right, report it', 'ok signature:'],
    },
    'an offset of the settings that the service does not have is a wrong setting, not a wrong clock': {
      env: { EVENT_SERVICE_CLOCK_OFFSET_SECONDS: '3600' },
      checks: [
        'fail clock: The clocks agree, but EVENT_SERVICE_CLOCK_OFFSET_SECONDS is 3600.…set EVENT_SERVICE_CLOCK_OFFSET_SECONDS as suggested',
      ],
      suggestions: { EVENT_SERVICE_CLOCK_OFFSET_SECONDS: '0' },
      passesThen: ['clock'],
    },
    'if the signature rule is wrong as well, both checks fail, and no offset is suggested with which calls are rejected too': {
      service: { clockSeconds: -412, template: otherTemplate },
      checks: ['fail clock:', 'fail signature:…--find-signature'],
      next: /--find-signature\)$/,
    },
    '--find-signature uses the time of the service, and suggests it with the rule': {
      service: { clockSeconds: -412, template: otherTemplate },
      searchFrom: otherRule,
      checks: ['fail clock:', 'ok operation §4.3:'],
      suggestions: expect.objectContaining({ EVENT_SERVICE_SIGNATURE_TEMPLATE: otherTemplate, ...offset(/^-41[0-4]$/) }),
    },
  });
});

describe('signature', () => {
  testEach({
    'a signature that is rejected like a wrong one fails, names its settings, and ends the examination': {
      service: { template: otherTemplate },
      checks: ['fail signature:…--find-signature…_BUSY_PATTERN,…_ALGORITHM,…_VERSION,…_TEMPLATE,…_SIGNER_MODULE,', 'skip activities:'],
      next: /^check the keys, the activity and the header first, .* lock a key after 5 to 10 rejected calls: run the doctor .* --find-signature\)$/,
    },
    'a wrong signature that is accepted too causes a warning': { service: { unchecked: true }, checks: ['warn signature:'] },
    'a rejection with another message leaves it to the checks of activities and endpoints': {
      env: { EVENT_SERVICE_ACTIVITY_IDS: '9999' },
      checks: ['ok signature:', 'fail activities:…9999: the service rejects the call: …"failed":["9999"]', 'fail operation §4.1:'],
    },
    'a rejection that is about the signature is no sign that the service accepts it, however its message differs from that of a wrong one':
      {
        service: {
          alter: at('/getFields', (json, reply) => rejection(json.code === 1 ? 'Signature expired' : 'Signature error')(json, reply)),
        },
        checks: ['fail signature:…The service rejects the signed call: Signature expired', 'skip activities:'],
      },
    'an activity whose call fails without a rejection is reported with the failure, and not blamed on its number': {
      service: { alter: (path, reply, activityId) => (activityId === 1002 ? withStatus(503)(path, reply, activityId) : undefined) },
      env: { EVENT_SERVICE_ACTIVITY_IDS: '1001,1002' },
      checks: ['fail activities:…1002: …Run this again…"failed":["1002"]'],
    },
  });

  test('a signature in the wrong case is not accepted, although the service has a message of its own for the case', async () => {
    const { report } = await examinedAt(sandbox.url, { EVENT_SERVICE_SIGNATURE_CASE: 'upper' });
    expectLines(report, ['fail signature:…in lower case', 'skip activities:']);
  });

  test.each([
    ['limits the rate after a rejected call', otherTemplate, withStatus(429)],
    ['limits the rate after an accepted call', sandboxTemplate, withStatus(429)],
    ['does not reply to a further call', otherTemplate, () => false],
  ])('if the service %s, the signature is not reported as accepted', async (_what, template, alter) => {
    const { report } = await examined({ template, alter: after(1, alter) }, { EVENT_SERVICE_TIMEOUT_MS: '300' });
    expectLines(report, ['ok http:', 'warn signature:…cannot be compared']);
  });
});

describe('the search of the rule of the signature', () => {
  const pairs = 'ActivityId={ActivityId}&Time={Time}&UserPublicKey={UserPublicKey}';
  const sorted = `${pairs}&Version={Version}`;

  test('the search has at most 200 rules, each once: sorted pairs, members between separators, and any order of them', () => {
    expect(searchedRules.length).toBeLessThanOrEqual(200);
    expect(new Set(searchedRules.map((rule) => JSON.stringify(rule))).size).toBe(searchedRules.length);
    const templates = searchedRules.flatMap((rule) => (rule.algorithm === 'md5' && rule.case === 'lower' ? [rule.template] : []));
    expect(templates).toEqual(
      expect.arrayContaining([
        `${sorted}&key={PrivateKey}`,
        '{PrivateKey}activity_id={ActivityId}&time={Time}&user_public_key={UserPublicKey}&version={Version}',
        '{PrivateKey}|{UserPublicKey}|{ActivityId}|{Time}|{Version}',
        '{UserPublicKey}{PrivateKey}{Time}',
        otherTemplate,
      ]),
    );
  });

  test.each<[template: string, algorithm: 'md5' | 'hmac-md5', letters: 'lower' | 'upper']>([
    [`${sorted}{PrivateKey}`, 'md5', 'upper'],
    [pairs, 'hmac-md5', 'upper'],
  ])('the search finds %s with %s in %s case, suggests it and goes on with it', async (template, algorithm, letters) => {
    const rule = { algorithm, template, case: letters };
    const { report, shown, paths } = await examined(rule, {}, { searchFrom: 1 });
    expect(report.ok).toBe(false);
    expect(report.suggestions).toEqual({
      EVENT_SERVICE_SIGNATURE_TEMPLATE: template,
      EVENT_SERVICE_SIGNATURE_ALGORITHM: algorithm,
      EVENT_SERVICE_SIGNATURE_CASE: letters,
    });
    expectLines(report, ['fail signature:', 'ok operation §4.3:']);
    expect(shown.some((text) => text.includes('lock the key'))).toBe(true);
    expect(paths.filter((path) => path.endsWith('/getFields')).length).toBeLessThanOrEqual(4 + 200);
    expect((await examined(rule, report.suggestions)).report.ok).toBe(true);
  });

  const last = searchedRules.length - 4;
  let rejections = 0;
  const fails = { checks: ['fail signature:'] };
  testEach({
    'the search stops where the service locks the key: every call is rejected with another message': {
      ...fails,
      service: { template: 'none', lockAfter: 20 },
      searchFrom: 1,
      calls: 22,
      shown: /stopped at rule 19, after 20 calls, with \d+ rules left: .* may have locked .*: The key is locked\n/s,
      next: /^when the lock has ended, run .*npm run doctor -- --from-rule 19\)$/,
    },
    'the search does not begin while the service says that the key is locked': {
      ...fails,
      service: { template: 'none', lockAfter: 0 },
      searchFrom: 19,
      calls: 2,
      shown: /stopped at rule 19, after 0 calls, .*: .*The key is locked/,
    },
    'the search continues from a rule that is stated': {
      checks: ['fail signature:', 'ok operation §4.3:'],
      service: { ...searchedRules[23]!, lockAfter: 20 },
      searchFrom: 19,
      calls: 2 + 6 + 1 + checkedSections.length + 3,
      suggestions: expect.objectContaining({ EVENT_SERVICE_SIGNATURE_TEMPLATE: searchedRules[23]!.template }),
    },
    'a lock that begins with a rule of another form is a lock': {
      ...fails,
      service: { template: 'none', lockAfter: 3 },
      searchFrom: 1,
      calls: 2 + 3,
      shown: /stopped at rule 2, after 3 calls, .* may have locked/,
    },
    'a search that finds nothing stops after one call for each rule': {
      ...fails,
      service: { template: `${sandboxTemplate}salt` },
      searchFrom: last,
      calls: 2 + 5,
      shown: /None of the 5 calls was accepted/,
    },
    'the search stops after 200 calls, and says where to continue, if each rejection has a message of its own': {
      ...fails,
      service: {
        template: 'none',
        alter: at('/getFields', (json, reply) => rejection(`Error ${Math.max(2, (rejections += 1))}`)(json, reply)),
      },
      searchFrom: 1,
      calls: 2 + 200,
      shown: /stopped at rule 101, after 200 calls, with 90 rules left/,
      next: /^to go on, .* --from-rule 101\)$/,
    },
    'the search stops where the service limits the rate': {
      ...fails,
      service: { template: otherTemplate, alter: after(10, withStatus(429)) },
      searchFrom: 1,
      calls: 11,
      shown: /429/,
    },
    'the search stops where the service does not reply, because the rule of that call may be right': {
      ...fails,
      service: { template: otherTemplate, alter: after(10, () => false) },
      env: { EVENT_SERVICE_TIMEOUT_MS: '300' },
      searchFrom: 1,
      calls: 11,
      shown: /stopped at rule 9, after 9 calls, .*: The event service did not reply in time/,
      next: /^wait, .* --from-rule 9\)$/,
    },
  });

  test('a search with a wrong key finds nothing, although signatures in upper case have another message', async () => {
    const { report, shown } = await examinedAt(sandbox.url, { EVENT_SERVICE_PRIVATE_KEY: 'wrong' }, { searchFrom: 1 });
    expectLines(report, ['fail signature:', 'skip activities:']);
    expect(report.suggestions).toEqual({});
    expect(shown.at(-1)).toMatch(/None of the 191 calls was accepted/);
  });

  test('a rule that is found while a signer module is configured comes with the advice to remove the module', async () => {
    const EVENT_SERVICE_SIGNER_MODULE = temporaryFile('signer.mjs', "export default () => 'a'.repeat(32);");
    const { shown, report } = await examined({}, { EVENT_SERVICE_SIGNER_MODULE }, { searchFrom: 1 });
    expect(report.suggestions).toMatchObject({ EVENT_SERVICE_SIGNATURE_TEMPLATE: sandboxTemplate });
    expect(shown.some((text) => text.includes('Remove EVENT_SERVICE_SIGNER_MODULE'))).toBe(true);
  });
});

describe('endpoints and records', () => {
  const firstOfDay = (json: any): Record<string, unknown> => (Object.values(json.data)[0] as Record<string, unknown>[])[0]!;

  test('one endpoint that fails and values that break the interface cost no other check', async () => {
    const localTime = '2026-01-01 10:00:00';
    const alterations = [
      at('/ticket/data', rejection('No right to tickets')),
      at('/participant/getList', ({ data }) => void ([data[0].time, data[3].time] = [localTime, 'soon'])),
      at('/participant/get', ({ data }) => void Object.assign(data, { time: localTime, content: 'no object' })),
      at('/schedule/getList', (json) => void Object.assign(firstOfDay(json), { start_time: {}, guest_more: 'anything' })),
      at('/article/getList', ({ data }) => void (data.data[0].weight = 1)),
      at('/goods/data', ({ data }) => {
        for (const item of data) Object.assign(item, { id: undefined, weight: 1, '13800138000': 'x' });
        data.push('no object');
      }),
    ];
    const { report } = await examined({ alter: (...call) => alterations.forEach((alter) => alter(...call)) });
    expectNoValues(report);
    const isZoneMissing = 'Write {"1001":{"timeZone":"Asia/Shanghai"}}';
    expectLines(report, [
      'fail operation §4.9:…No right to tickets',
      'skip records §4.9:',
      'ok operation §4.10:…"milliseconds":',
      'ok operation §4.3:',
      `fail records §4.3:…2 places, where the graph reports UPSTREAM_INVALID_RESPONSE: $.data[0].time, $.data[3].time…${isZoneMissing}…"broken":["$.data[0].time","$.data[3].time"]…ACTIVITIES_FILE`,
      // `content` and `guest_more` are the organiser's own and not judged.
      `fail records §4.4:…${isZoneMissing}…"broken":["$.data.time"]…ACTIVITIES_FILE`,
      /^fail records §4\.6: .*1 place, .*"broken":\["\$\.data\.\d{4}-\d\d-\d\d\[0\]\.start_time"\]/,
      'warn records §4.7:…1 undocumented field: weight (number)…"unknown":[{"name":"weight","type":"number"}]',
      'fail records §4.10:…"missing":["id"]…{"name":"weight","type":"number"}',
    ]);
  });

  testEach({
    'a rejection that may mean too many calls comes with the setting for such messages': {
      service: { alter: at('/goods/data', rejection('Too fast: 5 calls')) },
      checks: ['fail operation §4.10:…Too fast: 5 calls…EVENT_SERVICE_BUSY_PATTERN'],
    },
    'an operation that redirects is reported with the status and the target': {
      service: {
        alter: at('/goods/data', (_json, reply) => withStatus(302, { location: 'https://sso.example/login?t=1' })('', reply, 1001)),
      },
      checks: ['fail operation §4.10:…(HTTP status 302 to https://sso.example/login)'],
    },
    'if attendees cannot be listed, it is not reported that there are none': {
      service: { alter: at('/participant/getList', rejection('Busy')) },
      checks: ['fail operation §4.3:', 'skip operation §4.4: An earlier check failed.'],
    },
    'without attendees there is nothing to get, and that is not a failure': {
      service: { alter: at('/participant/getList', (_json, reply) => void (reply.json = { code: 1, data: [], total: 0 })) },
      checks: ['skip operation §4.4:', 'skip ids:', 'ok page-size:'],
    },
    'attendees who are withheld because form_id is not the activity fail, and are not reported as none': {
      service: {
        alter: at('/participant/getList', ({ data }) =>
          data.forEach((item: { form_id: unknown }, index: number) => (item.form_id = [999, '01001', '1001 ', 'abc'][index % 4])),
        ),
      },
      checks: [
        'skip operation §4.4:…no attendee of the activity with an id',
        'fail records §4.3:…20 of 20 attendees name another activity…"records":0…"withheld":20',
        'skip ids:',
      ],
      next: /"records §4.3"/,
    },
    'a single attendee who is withheld fails, without hiding the broken values of others': {
      service: {
        alter: at('/participant/getList', ({ data }) => {
          if (data.length === 20) [data[0].form_id, data[1].time] = [999, 'soon'];
        }),
      },
      checks: ['fail records §4.3:…1 of 20 attendees name…"records":19…"withheld":1…"broken":["$.data[1].time"]', 'ok operation §4.4:'],
    },
    'an attendee who is listed and withheld by itself fails': {
      service: { alter: at('/participant/get', ({ data }) => void (data.form_id = 999)) },
      checks: ['ok operation §4.4:', 'fail records §4.4:…is not returned'],
    },
    'a service that regards some ids only causes a warning, and their number is suggested': {
      service: { maxIds: 20 },
      checks: ['warn ids:…"asked":99…"received":20…"missing":79…"others":0'],
      suggestions: { EVENT_SERVICE_MAX_IDS: '20' },
      passesThen: ['ids'],
    },
    'ids that are ignored fail, although the page that comes has nearly the attendees who were asked for; nothing is suggested': {
      service: { maxIds: 0 },
      checks: ['fail ids:…ignores ids: 1 attendee came'],
    },
    'a call that is rejected for its ids fails with the message of the service': {
      service: { alter: at('/participant/getList', rejection('at most 20 ids'), 2) },
      checks: ['fail ids:…at most 20 ids…EVENT_SERVICE_MAX_IDS'],
    },
    'a service that shortens pages causes a warning, and the size of its page is suggested': {
      service: { maxPage: 50 },
      checks: ['warn page-size:…"asked":100…"received":50…"total":1200'],
      suggestions: { EVENT_SERVICE_MAX_PAGE_SIZE: '50' },
      next: /copy these settings/,
      passesThen: ['page-size'],
    },
    'a page 2 that repeats the beginning of page 1 fails': {
      service: { alter: at('/participant/getList', ({ data }) => data.forEach((item: { id: number }) => (item.id -= 50)), 3) },
      checks: ['fail page-size:…counts pages from 0'],
    },
    'a page that the service refuses for its rate of calls is not blamed on its size': {
      service: { alter: at('participant/getList', (_json, reply) => void (reply.status = 429), 1) },
      checks: ['fail page-size:…Run this again'],
    },
    'a page that is empty although the total is not fails, and no size is suggested': {
      service: { alter: at('/participant/getList', (json) => void (json.data = []), 1) },
      checks: ['fail page-size:…EVENT_SERVICE_MAX_PAGE_SIZE…"asked":100…"received":0…"total":1200'],
    },
    'a reply that is not UTF-8, which the graph shows with other characters, is a warning, and a warning alone fails no report': {
      service: {
        alter: at('/goods/data', (json, reply) => {
          json.data[0].name = 'Öl';
          reply.body = Buffer.from(JSON.stringify(json), 'latin1');
        }),
      },
      checks: ['ok operation §4.9:', 'warn operation §4.10:…not UTF-8'],
    },
    'a variable of Node that only .env states is a warning': {
      lateVariables: ['NODE_EXTRA_CA_CERTS'],
      checks: ['warn settings:…NODE_EXTRA_CA_CERTS has no effect in .env'],
    },
  });
});

test.each([
  ['nothing', [], /^\nThe graph works over this service: /],
  ['a record', ['records §4.3'], /^\nThe graph works over this service, except for what the failed checks name: /],
  ['the clock', ['clock', 'records §4.3'], /^\nThe graph does not work over this service as it is configured: /],
  [
    'the connection',
    ['connection'],
    /^skip {2}\d\d checks: An earlier check failed\.\n\nThe graph does not work over this service as it is configured: /,
  ],
])('the summary of a report in which %s fails is true', (_what, failed, sentence) => {
  const others = failed.includes('connection')
    ? ({ status: 'skip', message: 'An earlier check failed.' } as const)
    : ({ status: 'ok', message: '' } as const);
  const checks = allIds.map((id) => (failed.includes(id) ? { id, status: 'fail' as const, message: '' } : { id, ...others }));
  expect(summaryOf({ checks, suggestions: {}, next: 'start Event Graph' })).toMatch(sentence);
});

test('suggested settings can be copied to .env and to a shell', () => {
  const suggestions = { EVENT_SERVICE_MAX_IDS: '20', EVENT_SERVICE_SIGNATURE_TEMPLATE: 'Time={Time}&{PrivateKey}' };
  expect(summaryOf({ checks: [], suggestions, next: 'start Event Graph' })).toMatch(
    /\nSettings found so far:\n {2}\w+IDS=20\n {2}\w+TEMPLATE='Time=\{Time\}&\{PrivateKey\}'\n\nNext: start Event Graph\n$/,
  );
});
