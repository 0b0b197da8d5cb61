/* The arguments of the commands `event-graph schema` and `event-graph doctor`. */

import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The arguments are wrong. The message is a sentence. */
export class BadUsage extends Error {}

/** The exit code for wrong arguments. */
export const usageExitCode = 2;

type Options = NonNullable<ParseArgsConfig['options']>;
/** The values of the options by their names. */
type OptionValues<Of extends Options> = ReturnType<typeof parseArgs<{ readonly options: Of }>>['values'];

/** Returns the values of the options. @throws BadUsage */
export function readOptions<const Of extends Options>(args: readonly string[], options: Of): OptionValues<Of> {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new BadUsage((error as Error).message.replace(/[^.]$/, '$&.'));
  }
}
