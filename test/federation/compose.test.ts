import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildSchema, isObjectType } from 'graphql';
import { parse as parseYaml } from 'yaml';
import { composers, type Composer } from './supergraph.js';

type Configuration = { subgraphs: Record<string, { routing_url: string; schema: { file: string } }> };

const folder = mkdtempSync(join(tmpdir(), 'compose-'));
const configurations = ['supergraph.yaml', 'supergraph.no-auth.yaml'];

describe.each(configurations)('the configuration schema/%s', (file) => {
  const configuration = join('schema', file);

  test('is composed by npm run compose', () => {
    const output = join(folder, `${file}.graphql`);
    const printed = execFileSync(process.execPath, ['tools/compose.mjs', configuration, output], { encoding: 'utf8' });
    expect(printed).toMatch(/^wrote .*: events at http:\/\/127\.0\.0\.1:4000\/graphql, badges at http:\/\/127\.0\.0\.1:4002\/graphql\n$/);
    const supergraph = readFileSync(output, 'utf8');
    const attendee = buildSchema(supergraph, { assumeValid: true }).getType('Attendee');
    expect(isObjectType(attendee) && Object.keys(attendee.getFields())).toEqual(expect.arrayContaining(['id', 'name', 'badge']));
    expect(/@requiresScopes\(|@authenticated\b/.test(supergraph)).toBe(!file.includes('no-auth'));
  });

  test.each(Object.keys(composers) as Composer[])('is composed by %s', (composer) => {
    const { subgraphs } = parseYaml(readFileSync(configuration, 'utf8')) as Configuration;
    const services = Object.entries(subgraphs).map(([name, { routing_url: url, schema }]) => ({
      name,
      url,
      sdl: readFileSync(resolve(dirname(configuration), schema.file), 'utf8'),
    }));
    expect(composers[composer](services)).toContain('join__Graph');
  });
});

test('npm run compose prints why subgraphs do not compose, and writes nothing', () => {
  const subgraph = (type: string) => `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3") type Query { value: ${type} }`;
  writeFileSync(join(folder, 'a.graphql'), subgraph('Int'));
  writeFileSync(join(folder, 'b.graphql'), subgraph('String'));
  const part = (name: string) => `  ${name}: { routing_url: 'http://${name}.example', schema: { file: ./${name}.graphql } }`;
  writeFileSync(join(folder, 'bad.yaml'), ['subgraphs:', part('a'), part('b')].join('\n'));
  const { status, stderr, stdout } = spawnSync(process.execPath, ['tools/compose.mjs', join(folder, 'bad.yaml')], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Query.value');
  expect(() => readFileSync(join(folder, 'bad.graphql'))).toThrow('ENOENT');
});
