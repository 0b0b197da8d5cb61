/* The command `event-graph schema`: prints the SDL for composers, gateways and clients that do not read it from a running graph. */

import { ConfigError, configErrorExitCode } from '../config/environment.js';
import { typePrefix } from '../config/kinds.js';
import { readOperationsFile } from '../config/operations-file.js';
import { clientSdl, stitchingSdl } from '../graph/federation/sdl.js';
import { createSubgraph } from '../graph/schema/schema.js';
import { documentedGraph } from '../graph/types/bound-fields.js';
import { BadUsage, readOptions, usageExitCode } from './command-arguments.js';

/** Runs the command. @returns its output, and its exit code: 0, 2 for bad usage, 78 for a bad operations file */
export function schemaCommand(args: readonly string[]) {
  try {
    return { exitCode: 0, stdout: sdlOf(optionsOf(args)), stderr: '' };
  } catch (error) {
    if (error instanceof BadUsage) return failed(usageExitCode, `${error.message} Try event-graph --help.`);
    if (error instanceof ConfigError) return failed(configErrorExitCode, new ConfigError(error.problems, 'options').message);
    throw error;
  }
}

const failed = (exitCode: number, problem: string) => ({ exitCode, stdout: '', stderr: `${problem}\n` });

/** Reads the options of the command. @throws BadUsage */
function optionsOf(args: readonly string[]) {
  const options = readOptions(args, {
    'no-auth-directives': { type: 'boolean', default: false },
    stitching: { type: 'boolean', default: false },
    client: { type: 'boolean', default: false },
    'type-prefix': { type: 'string' },
    'relay-node': { type: 'boolean', default: false },
    operations: { type: 'string' },
  });
  const prefix = options['type-prefix'];
  if (prefix !== undefined && typePrefix.read(prefix) === undefined) throw new BadUsage(`--type-prefix: expected ${typePrefix.accepts}.`);
  if (options.client && options.stitching) throw new BadUsage('--client: not together with --stitching.');
  return options;
}

/** Returns the SDL that the options select. @throws ConfigError with all problems of the operations file */
function sdlOf(options: ReturnType<typeof optionsOf>): string {
  const prefix = options['type-prefix'] ?? null;
  const subgraph = createSubgraph({
    maxPageSize: 100,
    authDirectives: !options['no-auth-directives'],
    typePrefix: prefix,
    relayNode: options['relay-node'],
    operations: readOperationsFile(options.operations ?? null, documentedGraph(), '--operations'),
  });
  if (options.client) return clientSdl(subgraph.schema);
  return options.stitching ? stitchingSdl(subgraph.schema) : subgraph.sdl;
}
