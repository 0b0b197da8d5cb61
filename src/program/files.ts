/* The files that settings name. They are read together at the start, so that one message lists the problems of all. */

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { loadActivitiesFile } from '../config/activities-file.js';
import type { Config } from '../config/config.js';
import { badSetting, ConfigError, type SettingProblem } from '../config/environment.js';
import { readOperationsFile } from '../config/operations-file.js';
import { auditFile } from '../config/rules.js';
import { documentedGraph } from '../graph/types/bound-fields.js';
import { systemCode } from '../records/attempt-outcome.js';
import { documentedScopes, type Scope } from '../records/caller.js';
import { operationScopes, type OperationsFile } from '../records/operations-file.js';
import type { TrustedDocument } from '../server/operations/documents.js';
import type { Prepare } from '../server/operations/prepare.js';
import { checkTrustedDocument, readTrustedFiles, type CheckedDocument } from '../server/operations/trusted-documents.js';
import { assertUsableAuditFile } from '../server/telemetry/audit-file.js';
import { assertUsableStateFile, StateFileError, StateFileUnavailableError } from '../storage/sqlite/state-file.js';
import { loadSignatureFunction } from './connect-to-service.js';

/**
 * Reads the files that settings name, and checks those that are opened later: the signer module, the state file and the file of AUDIT_LOG.
 * @param ofSettings the problems of the settings themselves
 * @throws ConfigError with the problems of all of them
 */
export async function readNamedFiles(config: Config, ofSettings: readonly SettingProblem[] = []) {
  const problems = [...ofSettings];
  const attempt = async <T>(read: () => T): Promise<Awaited<T> | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof ConfigError) problems.push(...error.problems);
      else if (error instanceof StateFileError) problems.push({ setting: 'STATE_FILE', expected: error.message });
      // A state file that is locked now may be free when it is opened.
      else if (!(error instanceof StateFileUnavailableError)) throw error;
      return undefined;
    }
  };
  const stateFile = config.redis ? null : config.stateFile;
  const audit = auditFile(config.auditLog);
  const trusted = readTrustedFiles(config.trustedDocuments.files);
  problems.push(...trusted.problems.map(trustedFileProblem));
  const operations = await attempt(() => readOperationsFile(config.operationsFile, documentedGraph()));
  if (operations) problems.push(...scopesWithoutOperation(config.auth.apiKeys, operations));
  const activityFacts = await attempt(() => loadActivitiesFile(config.activitiesFile));
  await attempt(() => loadSignatureFunction(config.service.signature));
  if (stateFile !== null) await attempt(() => assertUsableStateFile(stateFile));
  if (audit !== null) await attempt(() => asAuditSetting(() => checkAuditFile(audit)));
  if (operations === undefined || activityFacts === undefined || problems.length > 0) throw new ConfigError(problems);
  return { operations, activityFacts, trustedDocuments: trusted.documents };
}

/** Returns the scopes of API keys that are of no operation. */
function scopesWithoutOperation(keys: Config['auth']['apiKeys'], { bindings }: OperationsFile): readonly SettingProblem[] {
  const known = new Set<Scope>([...documentedScopes, ...operationScopes(bindings)]);
  return keys.flatMap(({ name, scopes: granted }) =>
    [...granted]
      .filter((scope) => !known.has(scope))
      .map((scope) => ({
        setting: 'AUTH_API_KEYS',
        expected: `the key ${name} has the scope ${scope}, but OPERATIONS_FILE binds no operation that requires it`,
      })),
  );
}

/**
 * Checks the documents of TRUSTED_DOCUMENTS_FILE. Those that do not fit the schema are bad settings under `require`, and
 * warnings otherwise. @throws ConfigError with every problem
 */
export function loadTrustedDocuments(
  documents: readonly TrustedDocument[],
  { files, mode }: Config['trustedDocuments'],
  prepare: Prepare,
  log: Pick<Logger, 'info' | 'warn'>,
): readonly TrustedDocument[] {
  if (files.length === 0) return [];
  const checked = documents.map((document) => checkTrustedDocument(document, prepare));
  const misfits = checked.filter(({ misfit }) => misfit !== undefined);
  const refused = mode === 'require' ? misfits : [];
  if (refused.length > 0) throw new ConfigError(refused.map(misfitProblem));
  for (const { file, id, operation: operationName, misfit } of misfits)
    log.warn({ file, id, operationName, reason: misfit }, 'A trusted document does not fit the schema: requests with it are refused');
  for (const { file, id, limit } of checked)
    if (limit !== undefined)
      log.warn({ file, id, limit }, 'A trusted document exceeds a limit with any variables: requests with it are refused');
  log.info({ policy: mode, files, documents: documents.length }, 'Trusted documents are loaded');
  return documents;
}

const trustedFileProblem = (problem: string): SettingProblem => ({
  setting: 'TRUSTED_DOCUMENTS_FILE',
  expected: `${problem}; expected files that can be read: Apollo's manifests, or maps of ids to documents, no id with two texts`,
});

const misfitProblem = ({ file, id, operation, misfit }: CheckedDocument): SettingProblem => ({
  setting: 'TRUSTED_DOCUMENTS_FILE',
  expected: `in ${file}, id ${id}, operation ${operation}: ${misfit}; expected documents that fit the schema`,
});

/** Opens or checks the file of AUDIT_LOG. @throws ConfigError where it cannot be used */
export function asAuditSetting<T>(open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const problem = `the file cannot be opened (${systemCode(cause) ?? 'it is not a regular file'})`;
    throw badSetting(
      'AUDIT_LOG',
      `${problem}; expected log, off, or the path of a regular file that this user may write to and owns`,
      cause,
    );
  }
}

/** Checks a file that exists, or else that its folder permits a new one. Nothing is created for a program that does not start. */
function checkAuditFile(path: string): void {
  if (existsSync(path)) assertUsableAuditFile(path);
  else accessSync(dirname(path), constants.W_OK);
}
