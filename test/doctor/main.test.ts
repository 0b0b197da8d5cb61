import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allIds, type CheckResult } from '../../src/doctor/check.js';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { alteredService } from '../support/altered-service.js';
import { certificateFor, type Certificate } from '../support/certificate.js';
import { compiledProgram } from '../support/child-program.js';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as a process of its own, by default in a folder without a `.env`. */
function doctor(args: readonly string[], env: Record<string, string> = {}, cwd = mkdtempSync(join(tmpdir(), 'doctor-'))): Promise<Ended> {
  const program = compiledProgram('doctor');
  const start = `import(${JSON.stringify(program)}).then(({ doctor }) => doctor(process.argv.slice(1))).then((code) => (process.exitCode = code))`;
  const child = spawn(process.execPath, ['-e', start, '--', ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => (texts[name] += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...texts })));
}

const keys = {
  EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
  EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
  EVENT_SERVICE_ACTIVITY_IDS: '1001',
};

test('without an address the sandbox is checked, with a line for each check and exit code 0', async () => {
  const { code, stdout } = await doctor([]);
  expect(code).toBe(0);
  for (const id of allIds) expect(stdout).toMatch(new RegExp(`^(ok|skip) +${id} `, 'm'));
  expect(stdout).toMatch(/^ok +operation §4\.9 listTickets +The operation succeeds/m);
  expect(stdout).toMatch(/^ok +records §4\.9 listTickets +4 records as documented/m);
  expect(stdout).toContain('The graph works over this service');
});

test('--json prints one object on standard output and nothing else', async () => {
  const { code, stdout, stderr } = await doctor(['--json', '--activity', '1002']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, activityId: '1002', suggestions: {}, checks: allIds.map((id) => ({ id })) });
});

test("a check that fails makes the exit code 1; callers' authentication need not be set", async () => {
  const service = await alteredService({ maxPage: 50, template: '{PrivateKey}{Time}' });
  const { code, stdout } = await doctor(['--json'], { ...keys, EVENT_SERVICE_URL: service.url });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, service: service.url });
});

test.each([[['--colour']], [['--activity', 'abc']], [['--from-rule', '0']], [['extra']]])(
  'bad usage %j exits with 2, with nothing on standard output',
  async (args) => {
    const { code, stdout, stderr } = await doctor(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('event-graph doctor --help');
  },
);

test('bad settings and files exit with 78 and are named together on standard error, with nothing on standard output', async () => {
  const files = ['OPERATIONS_FILE', 'ACTIVITIES_FILE', 'AUDIT_LOG', 'TRUSTED_DOCUMENTS_FILE', 'EVENT_SERVICE_SIGNER_MODULE'];
  const env = { EVENT_SERVICE_URL: 'nowhere', EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey, AUTH_API_KEYS: 'app' };
  const { code, stdout, stderr } = await doctor(['--json'], {
    ...env,
    ...Object.fromEntries(files.map((name) => [name, '/none/at/all.js'])),
  });
  expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
  for (const name of ['EVENT_SERVICE_URL', 'EVENT_SERVICE_PUBLIC_KEY', 'AUTH_API_KEYS', ...files]) expect(stderr).toContain(name);
  expect(stderr).not.toContain(sandboxKeys.privateKey);
});

test('a .env that cannot be read exits with 78', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  mkdirSync(join(folder, '.env'));
  const stderr = 'Bad settings:\n  .env: expected a file that this user may read\n';
  expect(await doctor([], {}, folder)).toEqual({ code: 78, stdout: '', stderr });
});

test.each<[what: string, certificate: Certificate, cause: string | null, hint: string]>([
  ['that NODE_EXTRA_CA_CERTS trusts passes', certificateFor('localhost'), null, ''],
  ['for another name fails', certificateFor('other.example'), 'ERR_TLS_CERT_ALTNAME_INVALID', 'the name of the certificate'],
  ['that has expired fails, although it is trusted', certificateFor('localhost, expired'), 'CERT_HAS_EXPIRED', 'must be renewed'],
])('the check "tls" of a certificate %s', async (_what, certificate, cause, hint) => {
  const service = await alteredService({ tls: certificate, host: 'localhost' });
  const { stdout } = await doctor(['--json'], { ...keys, EVENT_SERVICE_URL: service.url, NODE_EXTRA_CA_CERTS: certificate.file });
  const { checks } = JSON.parse(stdout) as { checks: CheckResult[] };
  const tls = checks.find(({ id }) => id === 'tls')!;
  expect({ status: tls.status, cause: tls.details?.['cause'] ?? null }).toEqual({ status: cause === null ? 'ok' : 'fail', cause });
  expect(tls.hint ?? '').toContain(hint);
});
