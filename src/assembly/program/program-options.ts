import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import type { OperationsFile } from '../../model/bound/endpoint-binding.js';
import type { FactsByActivity } from '../../records/activity-facts.js';
import type { OpenResources } from '../open-resources.js';
import type { WorkerParts } from './worker-parts.js';

/** The inputs that every part of the program is made from. */
export interface ProgramOptions {
  readonly config: Config;
  /** The operations that OPERATIONS_FILE binds. */
  readonly operationsFile: OperationsFile;
  /** What ACTIVITIES_FILE states of activities. */
  readonly activities: FactsByActivity;
  readonly log: Logger;
  /** Receives what must be closed, in the order in which it is opened. */
  readonly opened: OpenResources;
  /** The parts of a program that is one of several workers. Omitted if it is the only process. */
  readonly worker?: WorkerParts | undefined;
}
