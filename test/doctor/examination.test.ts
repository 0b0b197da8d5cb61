/* What the doctor finds: each check over a sandbox that is altered so that it fails. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchedRules } from '../../src/doctor/check-signature.js';
import { allIds, checkedSections } from '../../src/doctor/check.js';
import { summaryOf } from '../../src/doctor/main.js';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { endpoints } from '../../src/service/endpoints.js';
import { alteredService, sandboxTemplate, type Alteration, type Reply } from '../support/altered-service.js';
import { certificateFor } from '../support/certificate.js';
import { socketServer } from '../support/http-server.js';
import { examined, examinedService } from './examined.js';

const otherTemplate = '{ActivityId}{PrivateKey}{UserPublicKey}{Version}{Time}';

test('a service as documented passes every check; the fields are those of docs/event-service-interface.md', async () => {
  const report = await examinedService({});
  expect(report.checks.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([]);
  expect(report).toMatchObject({ ok: true, activityId: '1001', suggestions: {} });
});

test('every check is reported once, in the order of the table, whatever fails', async () => {
  const ids = async (report: Promise<{ checks: readonly { id: string }[] }>) => (await report).checks.map(({ id }) => id);
  expect(await ids(examinedService({}))).toEqual(allIds);
  expect(await ids(examinedService({ alter: (_path, reply) => void (reply.status = 503) }))).toEqual(allIds);
  expect(await ids(examined('http://127.0.0.1:1'))).toEqual(allIds);
});

test('a check of an endpoint names the endpoint, even if the check is skipped', async () => {
  const { check } = await examined('http://127.0.0.1:1');
  expect([check('operation §4.9'), check('records §4.9'), check('address')].map(({ endpoint }) => endpoint)).toEqual([
    'listTickets',
    'listTickets',
    undefined,
  ]);
});

test('the doctor checks every endpoint that reads with the signature', () => {
  const sections = Object.values(endpoints)
    .filter(({ auth, repeatableBy }) => auth === 'service' && repeatableBy === 'transport')
    .map(({ section }) => section);
  expect(new Set(sections)).toEqual(new Set(checkedSections));
});

test('nothing that writes is ever sent, and no endpoint is called more than a few times', async () => {
  const { paths } = await examinedService({}, { EVENT_SERVICE_ACTIVITY_IDS: '1001,1002' });
  expect(paths.filter((path) => /add|sso_login|beforeCheckIn/.test(path))).toEqual([]);
  expect(paths).toHaveLength(2 + 2 + checkedSections.length + 2);
});

test('no key, no signature and no value of a record is printed', async () => {
  const reports = [
    await examinedService({}),
    await examinedService({ template: otherTemplate }),
    await examinedService({ alter: (path, reply) => void (path.endsWith('/participant/getList') && (reply.json.data[0].time = 'soon')) }),
  ];
  const text = JSON.stringify(reports);
  expect(text).not.toContain(sandboxKeys.publicKey);
  expect(text).not.toContain(sandboxKeys.privateKey);
  expect(text).not.toMatch(/[0-9a-f]{32}|1[3-9]\d{9}|@[a-z]|soon|王伟|Zoë/);
});

describe('address, connection and http', () => {
  test('a host name that does not resolve fails with its cause', async () => {
    const { check } = await examined('http://no-such-host.invalid');
    expect(check('address')).toMatchObject({ status: 'fail', details: { cause: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) } });
    expect(check('http').status).toBe('skip');
  });

  test('a closed port fails with its cause', async () => {
    const { check, ok } = await examined('http://127.0.0.1:1');
    expect(check('address').status).toBe('skip');
    expect(check('connection')).toMatchObject({ status: 'fail', details: { cause: 'ECONNREFUSED' }, settings: ['EVENT_SERVICE_URL'] });
    expect(check('connection').message).toContain('ECONNREFUSED');
    expect(ok).toBe(false);
  });

  test('a service that accepts connections and never replies fails within the budget', async () => {
    const { url } = await socketServer(() => {});
    const { check } = await examined(url, { EVENT_SERVICE_TIMEOUT_MS: '200' });
    expect(check('connection').status).toBe('ok');
    expect(check('http')).toMatchObject({ status: 'fail', details: { cause: 'ETIMEDOUT' } });
  });

  test.each<[what: string, status: number, body: string | null, type: string]>([
    ['a rate limit', 429, null, 'application/json'],
    ['a failure', 502, '<h1>Bad gateway</h1>', 'text/html'],
    ["a proxy's page", 200, '<h1>Welcome</h1>', 'text/html'],
    ['a page that is not there', 404, '<h1>Not found</h1>', 'text/html'],
    ['JSON of another service under another status', 404, '{"error":"no route"}', 'application/json'],
  ])('%s fails with the status and the content type', async (_what, status, body, contentType) => {
    const { check } = await examinedService({
      alter: (_path, reply) => {
        reply.status = status;
        reply.headers['content-type'] = contentType;
        if (body !== null) reply.body = body;
      },
    });
    expect(check('http')).toMatchObject({ status: 'fail', details: { status, contentType } });
    expect(check('http').settings).toEqual(status === 429 ? undefined : ['EVENT_SERVICE_URL']);
    expect(check('envelope').status).toBe('skip');
  });

  test('a redirect is reported with its target, without the query', async () => {
    const { check } = await examinedService({
      alter: (_path, reply) => {
        reply.status = 302;
        reply.headers['location'] = 'https://sso.example/login?token=SECRET';
      },
    });
    expect(check('http')).toMatchObject({ status: 'fail', details: { location: 'https://sso.example/login' } });
    expect(check('http').message).toContain('redirects to https://sso.example/login;');
  });

  test('the doctor waits as long as a 429 asks, a minute at most, and calls less often from then on', async () => {
    let calls = 0;
    const { ok, pauses, paths, shown } = await examinedService({
      alter: (_path, reply) => {
        calls += 1;
        if (calls !== 4 && calls !== 6) return;
        reply.status = 429;
        reply.headers['retry-after'] = calls === 4 ? '30' : '3600';
      },
    });
    expect(ok).toBe(true);
    expect(pauses.slice(0, 4)).toEqual([30_000, 500, 500, 60_000]);
    expect(pauses.slice(4)).toEqual(new Array(paths.length - 6).fill(1_000));
    expect(shown.filter((text) => text.includes('waits'))).toEqual([expect.stringContaining('30 s'), expect.stringContaining('60 s')]);
  });

  test('a service that is busy by EVENT_SERVICE_BUSY_PATTERN fails as a rate limit, not as a wrong signature', async () => {
    const busy = (_path: string, reply: Reply) => void (reply.body = '{"code":0,"msg":"System busy"}');
    const { check } = await examinedService({ alter: busy }, { EVENT_SERVICE_BUSY_PATTERN: 'busy$' });
    expect(check('http')).toMatchObject({ status: 'fail', message: expect.stringContaining('limits the rate') });
  });

  test('text around the envelope causes a warning', async () => {
    const { check, ok } = await examinedService({
      alter: (_path, reply) => void (reply.body = `Notice: x\n${JSON.stringify(reply.json)}`),
    });
    expect([check('http').status, check('envelope').status, ok]).toEqual(['ok', 'warn', true]);
    expect(check('envelope').message).toContain('before');
  });

  test.each<[what: string, status: number, type: string]>([
    ['as text/html', 200, 'text/html'],
    ['under 404', 404, 'application/json'],
    ['under 400', 400, 'application/json'],
  ])('an envelope %s is fine: the graph takes it too', async (_what, status, type) => {
    const { check, ok } = await examinedService({
      alter: (_path, reply) => {
        reply.status = status;
        reply.headers['content-type'] = type;
      },
    });
    expect(check('http').status).toBe('ok');
    expect(ok).toBe(true);
  });

  test('a rejection under 404 may be of another path: the hint of the signature names the path prefix', async () => {
    const { check } = await examinedService({
      alter: (_path, reply) => {
        reply.status = 404;
        reply.body = '{"code":0,"msg":"no such page"}';
      },
    });
    expect(check('signature')).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('404'),
      hint: expect.stringContaining('path prefix in EVENT_SERVICE_URL'),
    });
    expect(check('signature').settings).toContain('EVENT_SERVICE_URL');
  });

  test.each(['[]', '{"data":[]}', '{"code":2}', '{"code":1}', '"text"'])('JSON that is not an envelope fails: %s', async (body) => {
    const { check } = await examinedService({ alter: (_path, reply) => void (reply.body = body) });
    expect(check('http').status).toBe('ok');
    expect(check('envelope').status).toBe('fail');
  });
});

test('a certificate that no authority signed fails with its code, and the hint names NODE_EXTRA_CA_CERTS', async () => {
  const { check, paths } = await examinedService({ tls: certificateFor('localhost'), host: 'localhost' });
  expect(check('address').status).toBe('ok');
  expect(check('connection').status).toBe('ok');
  expect(check('tls')).toMatchObject({
    status: 'fail',
    details: { cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  expect(check('http').status).toBe('skip');
  expect(paths).toEqual([]);
});

test('plain http is skipped, and a plain http port under https fails', async () => {
  const service = await alteredService();
  expect((await examined(service.url)).check('tls').status).toBe('skip');
  const { check } = await examined(service.url.replace('http:', 'https:'));
  expect(check('tls')).toMatchObject({ status: 'fail', details: { cause: expect.stringMatching(/^[A-Z_]+$/) } });
  expect(check('tls').hint).toContain('https or http');
});

describe('clock', () => {
  test('a skew that the service tolerates causes a warning; the offset is negative when the service is behind', async () => {
    const { check, ok } = await examinedService({ clockSeconds: -100 });
    expect(check('clock').status).toBe('warn');
    expect(check('clock').details!['offsetSeconds']).toBeGreaterThanOrEqual(-102);
    expect(check('clock').details!['offsetSeconds']).toBeLessThanOrEqual(-98);
    expect(ok).toBe(true);
  });

  test('a skew for which calls are rejected fails, is named as their cause, and the other checks use the time of the service', async () => {
    const { check, paths } = await examinedService({ clockSeconds: 412 });
    expect(check('clock')).toMatchObject({ status: 'fail', details: { offsetSeconds: expect.any(Number) } });
    expect(check('clock').hint).toContain("with the service's time the call is accepted");
    expect(check('signature')).toMatchObject({ status: 'fail', hint: expect.stringContaining('keys are right') });
    expect(check('operation §4.3').status).toBe('ok');
    expect(paths).toHaveLength(3 + 1 + checkedSections.length + 2);
  });

  test('the offset is suggested, and with it as a setting the clocks agree and calls are accepted', async () => {
    for (const clockSeconds of [412, -412]) {
      const { suggestions } = await examinedService({ clockSeconds });
      expect(Math.abs(Number(suggestions['EVENT_SERVICE_CLOCK_OFFSET_SECONDS']) - clockSeconds)).toBeLessThan(3);
      const { check, ok, suggestions: further } = await examinedService({ clockSeconds }, { ...suggestions });
      expect([check('clock').status, ok, further]).toEqual(['ok', true, {}]);
    }
  });

  test('an offset of the settings that the service does not have is a wrong clock too', async () => {
    const { check, suggestions } = await examinedService({}, { EVENT_SERVICE_CLOCK_OFFSET_SECONDS: '3600' });
    expect([check('clock').status, Math.abs(Number(suggestions['EVENT_SERVICE_CLOCK_OFFSET_SECONDS'])) < 3]).toEqual(['fail', true]);
  });

  test('a clock skew fails the check, even if the service does not call it a wrong signature', async () => {
    const { check } = await examinedService({ clockSeconds: -412, timeMessage: 'Request expired' });
    expect(check('clock')).toMatchObject({ status: 'fail', hint: expect.stringContaining('why calls are rejected') });
    expect(check('signature').status).toBe('ok');
  });

  test('if clock and signature rule are both wrong, both checks fail, and --find-signature uses the time of the service', async () => {
    const skewed = { clockSeconds: -412, template: otherTemplate };
    const { check } = await examinedService(skewed);
    expect(check('clock')).toMatchObject({ status: 'fail', hint: expect.stringContaining('another reason') });
    expect(check('signature')).toMatchObject({ status: 'fail', hint: expect.stringContaining('--find-signature') });
    const { suggestions, check: found } = await examinedService(skewed, {}, { searchFrom: 1 });
    expect(suggestions).toMatchObject({ EVENT_SERVICE_SIGNATURE_TEMPLATE: otherTemplate });
    expect(found('operation §4.3').status).toBe('ok');
  });
});

describe('signature', () => {
  test('a signature that is rejected like a wrong one fails, names its settings, and ends the examination', async () => {
    const { check, suggestions } = await examinedService({ template: otherTemplate });
    expect(check('signature')).toMatchObject({ status: 'fail', hint: expect.stringContaining('--find-signature') });
    expect(check('signature').settings).toEqual(
      expect.arrayContaining(['EVENT_SERVICE_SIGNATURE_TEMPLATE', 'EVENT_SERVICE_SIGNATURE_ALGORITHM', 'EVENT_SERVICE_SIGNATURE_VERSION']),
    );
    expect(check('activities').status).toBe('skip');
    expect(suggestions).toEqual({});
  });

  test('a wrong signature that is accepted too causes a warning', async () => {
    const { check, ok } = await examinedService({ unchecked: true });
    expect(check('signature').status).toBe('warn');
    expect(ok).toBe(true);
  });

  test.each<[what: string, template: string, alter: NonNullable<Alteration['alter']>]>([
    ['limits the rate after a rejected call', otherTemplate, (_path, reply) => void (reply.status = 429)],
    ['limits the rate after an accepted call', sandboxTemplate, (_path, reply) => void (reply.status = 429)],
    ['does not reply to a further call', otherTemplate, () => false],
  ])('if the service %s, the signature is not reported as accepted', async (_what, template, alter) => {
    let calls = 0;
    const { check } = await examinedService(
      { template, alter: (...call) => ((calls += 1) > 1 ? alter(...call) : undefined) },
      { EVENT_SERVICE_TIMEOUT_MS: '300' },
    );
    expect(check('http').status).toBe('ok');
    expect(check('signature')).toMatchObject({ status: 'warn', message: expect.stringContaining('cannot be compared') });
  });

  test('a rejection with another message leaves it to the checks of activities and endpoints', async () => {
    const { check } = await examinedService({}, { EVENT_SERVICE_ACTIVITY_IDS: '9999' });
    expect(check('signature').status).toBe('ok');
    expect(check('activities')).toMatchObject({ status: 'fail', details: { rejected: ['9999'] } });
    expect(check('operation §4.1').status).toBe('fail');
  });

  test('an activity whose call fails without a rejection is not reported as rejected', async () => {
    const { check } = await examinedService(
      { alter: (_path, reply, activityId) => void (activityId === 1002 && (reply.status = 503)) },
      { EVENT_SERVICE_ACTIVITY_IDS: '1001,1002' },
    );
    expect(check('activities')).toMatchObject({ status: 'fail', details: { failed: ['1002'] } });
    expect(check('activities').message).toContain('is not known');
  });

  const pairs = 'ActivityId={ActivityId}&Time={Time}&UserPublicKey={UserPublicKey}';
  const sorted = `${pairs}&Version={Version}`;
  test.each<[template: string, algorithm: 'md5' | 'hmac-md5', letters: 'lower' | 'upper']>([
    [`${sorted}{PrivateKey}`, 'md5', 'upper'],
    [pairs, 'hmac-md5', 'upper'],
  ])('--find-signature finds %s with %s in %s case, suggests it and goes on with it', async (template, algorithm, letters) => {
    const rule = { algorithm, template, case: letters };
    const { check, suggestions, ok, shown, paths } = await examinedService(rule, {}, { searchFrom: 1 });
    expect(suggestions).toEqual({
      EVENT_SERVICE_SIGNATURE_TEMPLATE: template,
      EVENT_SERVICE_SIGNATURE_ALGORITHM: algorithm,
      EVENT_SERVICE_SIGNATURE_CASE: letters,
    });
    expect(check('signature').status).toBe('fail');
    expect(check('operation §4.3').status).toBe('ok');
    expect(ok).toBe(false);
    expect(shown.some((text) => text.includes('lock the key'))).toBe(true);
    expect(paths.filter((path) => path.endsWith('/getFields')).length).toBeLessThanOrEqual(4 + 200);
    expect((await examinedService(rule, { ...suggestions })).ok).toBe(true);
  });

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

  test('a search stops where the service locks the key: every call is rejected with another message', async () => {
    const { paths, shown, suggestions, next } = await examinedService({ template: 'none', lockAfter: 20 }, {}, { searchFrom: 1 });
    expect(paths).toHaveLength(22);
    expect(shown.at(-1)).toMatch(/stopped at rule 19, after 20 calls, with \d+ rules left: .* may have locked .*: The key is locked\n/s);
    expect([suggestions, next]).toEqual([{}, 'when the lock has ended, npm run doctor -- --from-rule 19']);
  });

  test('a search continues from a rule, and does not begin while the service says that the key is locked', async () => {
    const rule = searchedRules[23]!;
    const { paths, suggestions } = await examinedService({ ...rule, lockAfter: 20 }, {}, { searchFrom: 19 });
    expect(suggestions).toMatchObject({ EVENT_SERVICE_SIGNATURE_TEMPLATE: rule.template, EVENT_SERVICE_SIGNATURE_CASE: rule.case });
    expect(paths.indexOf(paths.find((path) => !path.endsWith('/getFields'))!)).toBe(2 + 6 + 2);
    const locked = await examinedService({ ...rule, lockAfter: 0 }, {}, { searchFrom: 19 });
    expect(locked.paths).toHaveLength(2);
    expect(locked.shown.at(-1)).toMatch(/stopped at rule 19, after 0 calls, .*: .*The key is locked/);
  });

  test('a rule whose call is rejected for another reason is found too', async () => {
    const { suggestions } = await examinedService({ template: otherTemplate }, { EVENT_SERVICE_ACTIVITY_IDS: '9999' }, { searchFrom: 1 });
    expect(suggestions).toMatchObject({ EVENT_SERVICE_SIGNATURE_TEMPLATE: otherTemplate });
  });

  test('a rule that is found while a signer module is configured comes with the advice to remove the module', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'signer-')), 'signer.mjs');
    writeFileSync(file, "export default () => 'a'.repeat(32);");
    const { shown, suggestions } = await examinedService({}, { EVENT_SERVICE_SIGNER_MODULE: file }, { searchFrom: 1 });
    expect(suggestions).toMatchObject({ EVENT_SERVICE_SIGNATURE_TEMPLATE: sandboxTemplate });
    expect(shown.some((text) => text.includes('Remove EVENT_SERVICE_SIGNER_MODULE'))).toBe(true);
  });

  test('a search that finds nothing stops after one call for each rule', async () => {
    const { suggestions, paths, shown } = await examinedService({ template: `${sandboxTemplate}salt` }, {}, { searchFrom: 1 });
    expect(suggestions).toEqual({});
    expect(shown.at(-1)).toContain(`None of the ${searchedRules.length} calls was accepted`);
    expect(paths).toHaveLength(2 + searchedRules.length);
  });

  test('a search stops where the service limits the rate', async () => {
    let calls = 0;
    const { paths, shown } = await examinedService(
      { template: otherTemplate, alter: (_path, reply) => void ((calls += 1) > 10 && (reply.status = 429)) },
      {},
      { searchFrom: 1 },
    );
    expect(paths).toHaveLength(11);
    expect(shown.at(-1)).toContain('429');
  });

  test('a search stops where the service does not reply, because the rule of that call may be right', async () => {
    let calls = 0;
    const { paths, shown, next } = await examinedService(
      { template: otherTemplate, alter: () => (calls += 1) <= 10 },
      { EVENT_SERVICE_TIMEOUT_MS: '300' },
      { searchFrom: 1 },
    );
    expect(paths).toHaveLength(11);
    expect(shown.at(-1)).toMatch(/stopped at rule 9, after 9 calls, .*: no reply came/);
    expect(next).toMatch(/^wait, .* --from-rule 9$/);
  });
});

describe('endpoints and records', () => {
  test('an endpoint that rejects its call fails with the message of the service, and costs no other check', async () => {
    const { check } = await examinedService({
      alter: (path, reply) => void (path.endsWith('/ticket/data') && (reply.json = { code: 0, msg: 'No right to tickets' })),
    });
    expect(check('operation §4.9')).toMatchObject({ status: 'fail', message: expect.stringContaining('No right to tickets') });
    expect(check('records §4.9').status).toBe('skip');
    expect(check('operation §4.10')).toMatchObject({ status: 'ok', details: { milliseconds: expect.any(Number) } });
  });

  test('if attendees cannot be listed, it is not reported that there are none', async () => {
    const { check } = await examinedService({
      alter: (path, reply) => void (path.endsWith('/participant/getList') && (reply.json = { code: 0, msg: 'Busy' })),
    });
    expect(check('operation §4.4')).toMatchObject({ status: 'skip', message: 'An earlier check failed.' });
  });

  test('for times as text, the hint has the content of ACTIVITIES_FILE', async () => {
    const { check } = await examinedService({
      alter: (path, reply) => {
        if (path.endsWith('/participant/get')) reply.json.data.time = '2026-01-01 10:00:00';
        if (path.endsWith('/participant/getList')) reply.json.data[0].time = '2026-01-01 10:00:00';
      },
    });
    expect(check('records §4.4').hint).toContain('Write {"1001":{"timeZone":"Asia/Shanghai"}}');
    expect(check('records §4.3')).toMatchObject({ hint: check('records §4.4').hint!, settings: ['ACTIVITIES_FILE'] });
  });

  test('values that the graph reports as UPSTREAM_INVALID_RESPONSE fail, and their paths are listed', async () => {
    const { check } = await examinedService({
      alter: (path, reply) => {
        if (path.endsWith('/participant/getList')) reply.json.data[3].time = 'soon';
        if (path.endsWith('/schedule/getList')) (Object.values(reply.json.data)[0] as Record<string, unknown>[])[0]!.start_time = {};
      },
    });
    expect(check('records §4.3')).toMatchObject({ status: 'fail', details: { broken: ['$.data[3].time'] } });
    expect(check('records §4.3').message).toContain('1 place, where the graph reports UPSTREAM_INVALID_RESPONSE: $.data[3].time');
    expect(check('records §4.6').details!['broken']).toEqual([expect.stringMatching(/^\$\.data\.\d{4}-\d\d-\d\d\[0\]\.start_time$/)]);
    expect(check('operation §4.3').status).toBe('ok');
  });

  test('documented fields that no record has, and undocumented ones with their types, cause a warning', async () => {
    const { check, ok } = await examinedService({
      alter: (path, reply) => {
        if (!path.endsWith('/goods/data')) return;
        for (const item of reply.json.data) {
          delete item.id;
          item.weight = 1;
          item['13800138000'] = 'x';
        }
      },
    });
    expect(check('records §4.10').status).toBe('fail');
    expect(check('records §4.10').details).toMatchObject({
      missing: ['id'],
      unknown: expect.arrayContaining([{ name: 'weight', type: 'number' }]),
    });
    expect(JSON.stringify(check('records §4.10'))).not.toContain('13800138000');
    expect(ok).toBe(false);
  });

  test('a warning alone does not fail the report', async () => {
    const { check, ok } = await examinedService({
      alter: (path, reply) => void (path.endsWith('/goods/data') && (reply.json.data[0].weight = 1)),
    });
    expect(check('records §4.10')).toMatchObject({ status: 'warn', details: { unknown: [{ name: 'weight', type: 'number' }] } });
    expect(check('records §4.10').message).toContain('1 undocumented field: weight (number)');
    expect(ok).toBe(true);
  });

  test("`content` and `guest_more` are the organiser's own and not judged", async () => {
    const { check } = await examinedService({
      alter: (path, reply) => {
        if (path.endsWith('/participant/get')) reply.json.data.content = 'not an object';
        if (path.endsWith('/schedule/getList'))
          (Object.values(reply.json.data)[0] as Record<string, unknown>[])[0]!.guest_more = 'anything';
      },
    });
    expect(check('records §4.4').status).toBe('ok');
    expect(check('records §4.6').status).toBe('ok');
  });

  test('without attendees there is nothing to get, and that is not a failure', async () => {
    const { check, ok } = await examinedService({
      alter: (path, reply) => void (path.endsWith('/participant/getList') && (reply.json = { code: 1, data: [], total: 0 })),
    });
    expect([check('operation §4.4').status, check('ids').status]).toEqual(['skip', 'skip']);
    expect(check('page-size').status).toBe('ok');
    expect(ok).toBe(true);
  });
});

test('a pattern is suggested for the rejection of a mobile number that nobody has, and with it nothing is wrong', async () => {
  const { check, ok, suggestions } = await examinedService({}, { EVENT_SERVICE_NOT_FOUND_PATTERN: '' });
  expect([check('operation §4.4').status, ok]).toEqual(['warn', true]);
  expect(Object.keys(suggestions)).toEqual(['EVENT_SERVICE_NOT_FOUND_PATTERN']);
  expect((await examinedService({}, { ...suggestions })).check('operation §4.4').status).toBe('ok');
});

describe('ids', () => {
  test('a service that regards some ids only causes a warning, and their number is suggested; with it as a setting nothing is wrong', async () => {
    const { check, suggestions } = await examinedService({ maxIds: 20 });
    expect(check('ids')).toMatchObject({ status: 'warn', details: { asked: 100, received: 20, missing: 80, others: 0 } });
    expect(suggestions).toEqual({ EVENT_SERVICE_MAX_IDS: '20' });
    const { check: again, ok } = await examinedService({ maxIds: 20 }, { ...suggestions });
    expect([again('ids').status, ok]).toEqual(['ok', true]);
  });

  test('ids that are ignored fail, and nothing is suggested', async () => {
    let lists = 0;
    const { check, suggestions } = await examinedService({
      alter: (path, reply) => {
        if (!path.endsWith('/participant/getList') || (lists += 1) !== 3) return;
        for (const item of reply.json.data.slice(50)) item.id += 1_000_000;
      },
    });
    expect(check('ids')).toMatchObject({ status: 'fail', message: expect.stringContaining('ignores ids: 50 attendees') });
    expect(suggestions).toEqual({});
  });

  test('a call that is rejected for its ids fails with the message of the service', async () => {
    let lists = 0;
    const { check } = await examinedService({
      alter: (path, reply) => {
        if (path.endsWith('/participant/getList') && (lists += 1) >= 3) reply.json = { code: 0, msg: 'at most 20 ids' };
      },
    });
    expect(check('ids')).toMatchObject({ status: 'fail', message: expect.stringContaining('at most 20 ids') });
    expect(check('ids').hint).toContain('EVENT_SERVICE_MAX_IDS');
  });
});

test('a variable of Node that only .env states is a warning', async () => {
  const service = await alteredService();
  const { check, ok } = await examined(service.url, {}, { lateVariables: ['NODE_EXTRA_CA_CERTS'] });
  expect([check('settings').status, ok]).toEqual(['warn', true]);
  expect(check('settings').message).toContain('NODE_EXTRA_CA_CERTS has no effect in .env');
});

test.each<[what: string, failed: readonly string[], suggestions: Record<string, string>, sentence: RegExp]>([
  ['nothing', [], {}, /^\nThe graph works over this service: /],
  ['a record', ['records §4.3'], {}, /^\nThe graph works over this service, except for what the failed checks name: /],
  [
    'the clock',
    ['clock', 'signature'],
    { EVENT_SERVICE_CLOCK_OFFSET_SECONDS: '9' },
    /service as it is configured, and would with the settings below: /,
  ],
  ['the clock and a record', ['clock', 'records §4.3'], { A: '1' }, /settings below, except for what the failed checks name: /],
  ['the connection', ['connection', 'operation §4.1'], {}, /^\nThe graph does not work over this service as it is configured: /],
])('the summary of a report in which %s fails is true', (_what, failed, suggestions, sentence) => {
  const checks = allIds.map((id) => ({
    id,
    status: failed.includes(id) ? ('fail' as const) : failed.includes('connection') ? ('skip' as const) : ('ok' as const),
    message: '',
  }));
  const summary = summaryOf({ checks, suggestions, next: 'npm start' });
  expect(summary).toMatch(sentence);
});

test('the next step is the search while the signature fails, then to copy what was found, then the first hint, then the start', async () => {
  const skewed = await examinedService({ clockSeconds: -412, template: otherTemplate });
  expect(skewed.next).toMatch(/--find-signature \(it applies the offset/);
  expect((await examinedService({ maxPage: 50 })).next).toContain('copy these settings');
  expect((await examined('http://127.0.0.1:1')).next).toContain('"connection"');
  expect((await examinedService({})).next).toBe('npm start');
  expect(summaryOf(skewed)).toMatch(
    /^skip {2}\d\d checks: An earlier check failed\.\n\nThe graph does not work .*\nSettings found so far:\n/s,
  );
});

test('suggested settings can be copied to .env and to a shell', () => {
  const suggestions = { EVENT_SERVICE_MAX_IDS: '20', EVENT_SERVICE_SIGNATURE_TEMPLATE: 'Time={Time}&{PrivateKey}' };
  expect(summaryOf({ checks: [], suggestions, next: 'npm start' })).toMatch(
    / {2}\w+IDS=20\n {2}\w+TEMPLATE='Time=\{Time\}&\{PrivateKey\}'\n\nNext: npm start\n$/,
  );
});

test('a service that shortens pages causes a warning, and the size of its page is suggested; with it as a setting the page is complete', async () => {
  const { check, suggestions, ok } = await examinedService({ maxPage: 50 });
  expect(check('page-size')).toMatchObject({ status: 'warn', details: { asked: 100, received: 50, total: 1200 } });
  expect(ok).toBe(true);
  expect(suggestions).toEqual({ EVENT_SERVICE_MAX_PAGE_SIZE: '50' });
  expect((await examinedService({ maxPage: 50 }, { ...suggestions })).check('page-size').status).toBe('ok');
});
