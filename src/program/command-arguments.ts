/* The arguments of the commands `event-graph schema` and `event-graph doctor`. */

import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The arguments are wrong. The message is a sentence. */
export class BadUsage extends Error {}

/** The exit code for wrong arguments. */
export const usageExitCode = 2;

/** Returns the values of the options. @throws BadUsage */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new BadUsage((error as Error).message.replace(/[^.]$/, '$&.'));
  }
}
