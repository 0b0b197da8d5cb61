/* The command: what it prints, and its exit code. */

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { doctor } from '../../src/doctor/main.js';
import { allIds, type DoctorReport } from '../../src/doctor/report.js';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { alteredService } from '../support/altered-service.js';
import { certificateFor } from '../support/certificate.js';
import { compiledProgram } from '../support/child-program.js';
import { temporaryFile, temporaryFolder } from '../support/temporary-files.js';

const keys = {
  EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
  EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
  EVENT_SERVICE_ACTIVITY_IDS: '1001',
};

describe('the command', () => {
  const { env } = process;
  const folder = process.cwd();
  afterEach(() => {
    jest.restoreAllMocks();
    process.env = env;
    process.chdir(folder);
  });

  /** Runs the command with these settings, by default in a folder without a `.env`. */
  async function ended(args: readonly string[], settings: Readonly<Record<string, string>> = {}, cwd = temporaryFolder()) {
    process.env = { ...settings };
    process.chdir(cwd);
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      jest.spyOn(process[name], 'write').mockImplementation((text) => Boolean((texts[name] += String(text))));
    return { code: await doctor(args), ...texts };
  }

  test('without an address the sandbox is checked, with a line for each check and exit code 0', async () => {
    const { code, stdout } = await ended([]);
    expect(code).toBe(0);
    for (const id of allIds) expect(stdout).toMatch(new RegExp(`^(ok|skip) +${id} `, 'm'));
    expect(stdout).toMatch(/^ok +operation §4\.9 listTickets +The operation succeeds/m);
    expect(stdout).toMatch(/^ok +records §4\.9 listTickets +4 records as documented/m);
    expect(stdout).toContain('The graph works over this service');
  });

  test('--json prints one object on standard output and nothing else', async () => {
    const { code, stdout, stderr } = await ended(['--json', '--activity', '1002']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, activityId: '1002', suggestions: {}, checks: allIds.map((id) => ({ id })) });
  });

  test("a check that fails makes the exit code 1; callers' authentication need not be set", async () => {
    const service = await alteredService({ maxPage: 50, template: '{PrivateKey}{Time}' });
    const { code, stdout } = await ended(['--json'], { ...keys, EVENT_SERVICE_URL: service.url });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, service: service.url });
  });

  test.each([[['--colour']], [['--activity', 'abc']], [['--from-rule', '0']], [['extra']]])(
    'bad usage %j exits with 2, with nothing on standard output',
    async (args) => {
      const stderr = expect.stringContaining('event-graph doctor --help');
      expect(await ended(args)).toEqual({ code: 2, stdout: '', stderr });
    },
  );

  test('bad settings and files exit with 78 and are named together on standard error, with nothing on standard output', async () => {
    const files = ['OPERATIONS_FILE', 'ACTIVITIES_FILE', 'AUDIT_LOG', 'TRUSTED_DOCUMENTS_FILE', 'EVENT_SERVICE_SIGNER_MODULE'];
    const settings = { EVENT_SERVICE_URL: 'nowhere', EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey, AUTH_API_KEYS: 'app' };
    const { code, stdout, stderr } = await ended(['--json'], {
      ...settings,
      ...Object.fromEntries(files.map((name) => [name, '/none/at/all.js'])),
    });
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    for (const name of ['EVENT_SERVICE_URL', 'EVENT_SERVICE_PUBLIC_KEY', 'AUTH_API_KEYS', ...files]) expect(stderr).toContain(name);
    expect(stderr).not.toContain(sandboxKeys.privateKey);
  });

  test('a .env that cannot be read exits with 78', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, '.env'));
    const stderr = 'Bad settings:\n  .env: expected a file that this user may read\n';
    expect(await ended([], {}, cwd)).toEqual({ code: 78, stdout: '', stderr });
  });
});

test('NODE_EXTRA_CA_CERTS makes a certificate trusted; one for another name or an expired one fails, although it is trusted', async () => {
  const certificates = (['localhost', 'other.example', 'localhost, expired'] as const).map((name) => certificateFor(name));
  const trusted = temporaryFile('trusted.pem', certificates.map(({ cert }) => cert).join('\n'));
  const services = await Promise.all(certificates.map((tls) => alteredService({ tls })));
  // Node reads NODE_EXTRA_CA_CERTS when a process starts.
  const examine = `import(${JSON.stringify(compiledProgram('doctor'))}).then(async ({ doctor }) => {
    for (const url of process.argv.slice(1)) {
      process.env.EVENT_SERVICE_URL = url;
      await doctor(['--json']);
      process.stdout.write('\\0');
    }
  })`;
  const child = spawn(process.execPath, ['-e', examine, '--', ...services.map(({ url }) => url)], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH, ...keys, NODE_EXTRA_CA_CERTS: trusted },
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const reports = output.split('\0').slice(0, -1);
  expect(reports.map((text) => (JSON.parse(text) as DoctorReport).checks.find(({ id }) => id === 'tls'))).toMatchObject([
    { status: 'ok' },
    { status: 'fail', details: { cause: 'ERR_TLS_CERT_ALTNAME_INVALID' } },
    { status: 'fail', details: { cause: 'CERT_HAS_EXPIRED' } },
  ]);
});
