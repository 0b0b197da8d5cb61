#!/usr/bin/env node
/* The command event-graph: reads its arguments, and starts what they name of the compiled program. */

import { existsSync, readFileSync } from 'node:fs';

const help = `Event Graph: one typed GraphQL API over an event-management service.

  event-graph                 serves the graph; settings come from the environment and from .env
  event-graph doctor          checks whether the graph works with the service that the settings name; only reads
    --json                    prints one JSON object instead of lines
    --activity NUMBER         checks this activity instead of the first of the settings
    --find-signature          if the signature is rejected, tries the common rules; see doctor --help
  event-graph sandbox         serves the sandbox alone, at HOST and PORT (127.0.0.1:4100)
  event-graph schema          prints the subgraph's SDL, for composers
    --no-auth-directives      without @authenticated and @requiresScopes, for gateways that refuse them
    --client                  for clients and their tools, without federation
    --stitching               with the directives of schema stitching instead of federation
    --type-prefix PREFIX      as the setting TYPE_PREFIX makes it
    --relay-node              as the setting RELAY_NODE makes it
    --operations FILE         with the operations that the file binds, as OPERATIONS_FILE adds them
  event-graph --help | --version
`;

const commands = {
  start: () => import('../dist/main.js'),
  sandbox: () => import('../dist/sandbox/main.js'),
  schema: async () => {
    const { schemaCommand } = await import('../dist/program/schema-command.js');
    const { exitCode, stdout, stderr } = schemaCommand(rest);
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    process.exitCode = exitCode;
  },
  doctor: async () => {
    const { doctor } = await import('../dist/doctor/main.js');
    process.exitCode = await doctor(rest);
  },
};
/** Commands that read arguments of their own. The others have only --help. The doctor prints a help of its own. */
const withOptions = ['schema', 'doctor'];

// A reader such as head may close the pipe first; without a listener its error would end the process with a stack trace.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const [first, ...rest] = process.argv.slice(2);
if (first === '--help' || first === '-h') process.stdout.write(help);
else if (first === '--version' || first === '-v') process.stdout.write(`${version()}\n`);
else if (first !== undefined && !Object.hasOwn(commands, first)) refuse(`There is no command ${JSON.stringify(first)}.`);
else if (first !== 'doctor' && rest.some((option) => option === '--help' || option === '-h')) process.stdout.write(help);
else if (rest.length > 0 && !withOptions.includes(first)) refuse(`The command ${first} has no arguments.`);
else if (!existsSync(new URL('../dist/main.js', import.meta.url))) {
  process.stderr.write('The program is not compiled. Run "npm ci && npm run build" first; "npm ci --omit=dev" may follow.\n');
  process.exitCode = 1;
} else {
  await commands[first ?? 'start']();
}

function refuse(problem) {
  process.stderr.write(`${problem} Try event-graph --help.\n`);
  process.exitCode = 2;
}

function version() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
