import type { Logger } from 'pino';
import { ConfigError, type Config } from '../../config/config.js';
import type { SettingProblem } from '../../config/problem.js';
import {
  checkTrustedDocuments,
  type MisfitDocument,
  type TrustedDocumentRules,
} from '../../server/operations/documents/check-trusted-documents.js';
import { TrustedDocuments } from '../../server/operations/documents/trusted-documents.js';
import { readTrustedFiles } from '../../server/operations/documents/trusted-files.js';

/**
 * Reads and checks the documents of TRUSTED_DOCUMENTS_FILE. Those that do not fit the schema are bad settings under `require`, and
 * warnings otherwise. @returns null without a file @throws ConfigError with every problem
 */
export async function loadTrustedDocuments(
  { files, mode }: Config['trustedDocuments'],
  rules: TrustedDocumentRules,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<TrustedDocuments | null> {
  if (files.length === 0) return null;
  const { texts, problems } = readTrustedFiles(files);
  const { documents, misfits, oversized } = await checkTrustedDocuments(texts, rules);
  const refused = mode === 'require' ? misfits : [];
  if (problems.length + refused.length > 0) {
    throw new ConfigError([...problems.map(fileProblem), ...refused.map(misfitProblem)]);
  }
  for (const misfit of misfits) log.warn({ ...misfit }, 'A trusted document does not fit the schema: requests with it are refused');
  for (const document of oversized)
    log.warn({ ...document }, 'A trusted document exceeds a limit with any variables: requests with it are refused');
  log.info({ mode, files, documents: documents.length }, 'Trusted documents are loaded');
  return new TrustedDocuments(documents);
}

/** Returns which files of TRUSTED_DOCUMENTS_FILE cannot be read or parsed, and which ids stand for two texts. */
export const trustedFileProblems = (files: readonly string[]): readonly SettingProblem[] =>
  readTrustedFiles(files).problems.map(fileProblem);

const setting = 'TRUSTED_DOCUMENTS_FILE';
const expectedFiles = "files that can be read: Apollo's manifests, or maps of ids to documents, no id with two texts";

const fileProblem = (problem: string): SettingProblem => ({ setting, expected: `expected ${expectedFiles}; ${problem}` });

const misfitProblem = ({ file, id, operation, reason }: MisfitDocument): SettingProblem => ({
  setting,
  expected: `expected documents that fit the schema; in ${file}, id ${id}, operation ${operation}: ${reason}`,
});
