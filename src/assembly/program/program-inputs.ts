import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import type { OperationsFile } from '../../model/bound/bound-operation.js';
import type { OpenResources } from '../open-resources.js';
import type { SharedByWorkers } from './shared-by-workers.js';

/** What every part of the program is made from. */
export interface ProgramInputs {
  readonly config: Config;
  /** The operations of OPERATIONS_FILE. */
  readonly operations: OperationsFile;
  readonly log: Logger;
  /** Receives what must be closed, in the order in which it is opened. */
  readonly opened: OpenResources;
  /** What this process has in common with others that serve the same ports. Omitted: it is alone. */
  readonly shared?: SharedByWorkers | undefined;
}
