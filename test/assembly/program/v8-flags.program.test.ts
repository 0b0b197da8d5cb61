import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { compiledProgram, compiledSources } from '../../support/child-program.js';

/** V8 then prints each decision where to create objects. A young generation of 2 MB makes it decide early. */
const traced = ['--trace-pretenuring-statistics', '--max-semi-space-size=1'];

describe('objects are created in the young generation', () => {
  const module = JSON.stringify(join(compiledSources(), 'assembly/program/v8-flags.js'));
  const manySurvive = `
    const make = (number) => ({ number, list: [number] });
    const survivors = [];
    for (let round = 0; round < 60; round += 1) for (let index = 0; index < 20_000; index += 1) survivors[index] = make(index);`;
  const decisionsOf = (script: string) =>
    execFileSync(process.execPath, [...traced, '--input-type=module', '--eval', script], { encoding: 'utf8' }).match(/=> tenure/g);

  test('V8 creates objects in the old generation if earlier ones of the same place have survived', () => {
    expect(decisionsOf(manySurvive)).not.toBeNull();
  });

  test('after `setV8Flags()`, V8 creates them in the young generation', () => {
    expect(decisionsOf(`import { setV8Flags } from ${module}; setV8Flags(); ${manySurvive}`)).toBeNull();
  });

  test.each(['1', '2'])('in a program with WORKERS=%s, V8 creates them in the young generation', async (workers) => {
    const child = spawn(process.execPath, [...traced, compiledProgram()], {
      env: { PATH: process.env.PATH, PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json', AUTH_DISABLED: 'true', WORKERS: workers },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let output = '';
      const url = await new Promise<string>((ready) =>
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          const match = /"url":"(http[^"]+\/graphql)"/.exec(output);
          if (match) ready(match[1]!);
        }),
      );
      const atStart = output.length;
      const body = JSON.stringify({ query: '{ activity { attendees(first: 50) { nodes { id name mobile email } } } }' });
      for (let count = 0; count < 60; count += 1) {
        const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        expect(await response.text()).toMatch(/^\{"data"/);
      }
      expect(output.slice(atStart)).not.toContain('pretenuring:');
    } finally {
      child.kill('SIGKILL');
    }
  });
});
