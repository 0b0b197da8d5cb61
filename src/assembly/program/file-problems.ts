/* Checks the files that settings name, so that a start that fails reports all of them at once. */

import { loadActivitiesFile } from '../../config/activities-file.js';
import { ConfigError } from '../../config/config.js';
import type { NamedFiles } from '../../config/named-files.js';
import type { SettingProblem } from '../../config/problem.js';
import { loadSigner } from '../signature-function.js';
import { loadOperationsFile } from './load-operations-file.js';
import { trustedFileProblems } from './load-trusted-documents.js';
import { assertStateFileSetting } from './open-state-file.js';
import { assertAuditFileSetting } from './telemetry.js';

/** Returns the error, with the problems of files that it does not list. */
export async function withFileProblems({ problems }: ConfigError, files: NamedFiles): Promise<ConfigError> {
  const isListed = ({ setting, expected }: SettingProblem) =>
    problems.some((listed) => listed.setting === setting && listed.expected === expected);
  // A module that does not load in time would take that time again.
  const isSignerListed = problems.some(({ setting }) => setting === 'EVENT_SERVICE_SIGNER_MODULE');
  const found = await fileProblems(isSignerListed ? { ...files, signerModule: null } : files);
  return new ConfigError([...problems, ...found.filter((problem) => !isListed(problem))]);
}

async function fileProblems({
  operations,
  activities,
  signerModule,
  trustedDocuments,
  state,
  audit,
}: NamedFiles): Promise<readonly SettingProblem[]> {
  return [
    ...(await problemsOf(() => loadOperationsFile({ operationsFile: operations, auth: { apiKeys: [] } }))),
    ...(await problemsOf(() => loadActivitiesFile(activities))),
    ...(await problemsOf(() => signerModule !== null && loadSigner(signerModule))),
    ...trustedFileProblems(trustedDocuments),
    ...(await problemsOf(() => state !== null && assertStateFileSetting(state))),
    ...(await problemsOf(() => audit !== null && assertAuditFileSetting(audit))),
  ];
}

async function problemsOf(check: () => unknown): Promise<readonly SettingProblem[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
