#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const help = `Event Graph: one typed GraphQL graph over an event-management service.

  event-graph                 serves the graph; settings come from the environment and from .env
  event-graph doctor          checks whether the graph works with the service that the settings name; only reads
    --json                    prints one JSON object instead of lines
    --activity NUMBER         checks this activity instead of the first of the settings
    --find-signature          if the signature is rejected, tries the common rules; doctor --help counts them
  event-graph sandbox         serves the sandbox alone, at HOST and PORT (127.0.0.1:4100)
  event-graph schema          prints the subgraph's SDL, for composers
    --no-auth-directives      without @authenticated and @requiresScopes, for gateways that refuse them
    --stitching               with the directives of schema stitching instead of federation
    --type-prefix PREFIX      as the setting TYPE_PREFIX makes it
    --relay-node              as the setting RELAY_NODE makes it
    --operations FILE         with the operations that the file binds, as OPERATIONS_FILE adds them
  event-graph --help | --version
`;

const commands = {
  start: () => import('../dist/main.js'),
  sandbox: () => import('../dist/sandbox/main.js'),
  schema: printSchema,
  doctor: async () => {
    const { doctor } = await import('../dist/doctor/main.js');
    process.exitCode = await doctor(rest);
  },
};
const schemaOptions = {
  'no-auth-directives': { type: 'boolean', default: false },
  stitching: { type: 'boolean', default: false },
  'type-prefix': { type: 'string' },
  'relay-node': { type: 'boolean', default: false },
  operations: { type: 'string' },
};

const [first, ...rest] = process.argv.slice(2);
if (first === '--help' || first === '-h') process.stdout.write(help);
else if (first === '--version' || first === '-v') process.stdout.write(`${version()}\n`);
else if (first !== undefined && !Object.hasOwn(commands, first)) refuse(`There is no command ${JSON.stringify(first)}.`);
else if (!existsSync(new URL('../dist/main.js', import.meta.url))) {
  process.stderr.write('The program is not compiled. Run "npm ci && npm run build" first; "npm ci --omit=dev" may follow.\n');
  process.exitCode = 1;
} else {
  // The doctor reads its own options.
  const options = first === 'doctor' ? {} : optionsOf(first, rest);
  if (options) await commands[first ?? 'start'](options);
}

function optionsOf(command, args) {
  try {
    return parseArgs({ args, options: command === 'schema' ? schemaOptions : {} }).values;
  } catch (error) {
    refuse(error.message.replace(/[^.]$/, '$&.'));
    return undefined;
  }
}

async function printSchema({
  'no-auth-directives': noAuth,
  stitching,
  'type-prefix': typePrefix = null,
  'relay-node': relayNode,
  operations: file,
}) {
  if (typePrefix !== null && !/^[A-Z][A-Za-z0-9]{0,31}$/.test(typePrefix))
    return refuse('--type-prefix: expected up to 32 letters and digits, the first a capital letter.');
  const { createSubgraph } = await import('../dist/graph/schema.js');
  const operations = file === undefined ? undefined : await operationsOf(file);
  if (operations === null) return;
  const { stitchingSdl } = await import('../dist/graph/federation/stitching-sdl.js');
  const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: !noAuth, typePrefix, relayNode, operations });
  return void process.stdout.write(stitching ? stitchingSdl(schema) : sdl);
}

/** The operations of a file. With a bad file, writes all its problems and ends with the exit code of bad settings. */
async function operationsOf(file) {
  const { boundOperations } = await import('../dist/assembly/program/read-bound-operations.js');
  const { configErrorExitCode, ConfigError } = await import('../dist/config/config.js');
  try {
    return boundOperations({ operationsFile: file, auth: { apiKeys: [] } }, '--operations');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = configErrorExitCode;
    return null;
  }
}

function refuse(problem) {
  process.stderr.write(`${problem} Try event-graph --help.\n`);
  process.exitCode = 2;
}

function version() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
