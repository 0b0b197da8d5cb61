/* The command `event-graph schema`, without a process: test/package runs the published one. */

import { schemaCommand } from '../../src/program/schema-command.js';
import { textOf } from '../repository/files.js';

test.each([
  [[], 'event-graph.graphql'],
  [['--no-auth-directives'], 'event-graph.no-auth.graphql'],
  [['--stitching'], 'event-graph.stitching.graphql'],
  [['--client'], 'event-graph.client.graphql'],
])('the schema command with the options %j prints the content of schema/%s', (args, file) => {
  const text = textOf(`schema/${file}`).replace(/^# Generated from .*; do not edit\.\n+/, '');
  expect(schemaCommand(args)).toEqual({ exitCode: 0, stdout: text, stderr: '' });
});

test('the schema command has options for the settings that change the SDL', () => {
  const { stdout } = schemaCommand(['--type-prefix', 'Event', '--relay-node', '--operations', 'examples/operations.json']);
  expect(stdout).toMatch(/^type EventAttendee implements Node @key/m);
  expect(stdout.length).toBeGreaterThan(schemaCommand(['--type-prefix', 'Event', '--relay-node']).stdout.length);
});

test.each([
  ['an unknown option', ['--nonsense'], /'--nonsense'.*\. Try event-graph --help\.\n$/],
  ['a further argument', ['extra'], /extra.*\. Try event-graph --help\.\n$/],
  ['a prefix that is no name', ['--type-prefix', 'a b'], /^--type-prefix: expected .* Try event-graph --help\.\n$/],
  ['a schema for clients and for stitching', ['--client', '--stitching'], /^--client: not together/],
  ['a blank prefix', ['--type-prefix', ''], /^--type-prefix: expected/],
])('%s is bad usage: code 2, and nothing on standard output', (_, args, stderr) => {
  expect(schemaCommand(args)).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringMatching(stderr) });
});

test('a bad operations file has the exit code of bad settings', () => {
  const { exitCode, stdout, stderr } = schemaCommand(['--operations', 'test/no-such-file.json']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 78, stdout: '' });
  expect(stderr).toMatch(/^Bad options:\n {2}--operations: /);
});
