import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import type { OperationsFile } from '../../model/bound/bound-operation.js';
import type { OpenResources } from '../open-resources.js';
import type { SharedByWorkers } from './shared-by-workers.js';

/** The inputs that every part of the program is made from. */
export interface ProgramOptions {
  readonly config: Config;
  /** The operations of OPERATIONS_FILE. */
  readonly operations: OperationsFile;
  readonly log: Logger;
  /** Receives what must be closed, in the order in which it is opened. */
  readonly opened: OpenResources;
  /** The state that this process shares with others that serve the same ports. Omitted: it is alone. */
  readonly shared?: SharedByWorkers | undefined;
}
