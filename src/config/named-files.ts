import { isSet, textOf, type Environment } from './environment.js';
import { defaultStateFile, settings, type SettingName, type SettingValues } from './settings.js';
import { auditFile } from './values/basic.js';

/** The files that settings name. */
export interface NamedFiles {
  readonly operations: string | null;
  readonly activities: string | null;
  readonly signerModule: string | null;
  readonly trustedDocuments: readonly string[];
  /** null if outcomes are in memory or in Redis. */
  readonly state: string | null;
  /** null if audit lines are in the log, or off. */
  readonly audit: string | null;
}

/** Reads the settings that name files. A malformed setting counts as naming no file. The other settings are not checked here. */
export function namedFiles(env: Environment): NamedFiles {
  const wellFormed = <N extends SettingName>(name: N) =>
    settings.shape[name].safeParse(isSet(env, name) ? textOf(env, name) : undefined).data as SettingValues[N] | undefined;
  const state = isSet(env, 'STATE_FILE') || !isSet(env, 'EVENT_SERVICE_URL') ? wellFormed('STATE_FILE') : defaultStateFile;
  const audit = wellFormed('AUDIT_LOG');
  return {
    operations: wellFormed('OPERATIONS_FILE') ?? null,
    activities: wellFormed('ACTIVITIES_FILE') ?? null,
    signerModule: wellFormed('EVENT_SERVICE_SIGNER_MODULE') ?? null,
    trustedDocuments: wellFormed('TRUSTED_DOCUMENTS_FILE') ?? [],
    state: isSet(env, 'REDIS_URL') ? null : (state ?? null),
    audit: audit === undefined ? null : auditFile(audit),
  };
}
