import { loadActivitiesFile } from '../../src/config/activities-file.js';
import { readServiceConfig } from '../../src/config/config.js';
import type { CheckResult, DoctorReport } from '../../src/doctor/check.js';
import { examine } from '../../src/doctor/examination.js';
import { loadSignatureFunction } from '../../src/program/connect-to-service.js';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { alteredService, type Alteration, type AlteredService } from '../support/altered-service.js';

export interface Examined extends DoctorReport {
  /** A check by its id. */
  check(id: string): CheckResult;
  /** The path of every request that the service got. */
  readonly paths: readonly string[];
  /** Everything that was shown beside the checks. */
  readonly shown: readonly string[];
  /** The milliseconds of every pause. */
  readonly pauses: readonly number[];
}

/** Examines a service with the sandbox's keys, as `event-graph doctor` does. */
export async function examined(
  url: string,
  env: Record<string, string> = {},
  options: { readonly searchFrom?: number; readonly paths?: readonly string[]; readonly lateVariables?: readonly string[] } = {},
): Promise<Examined> {
  const config = readServiceConfig({
    EVENT_SERVICE_URL: url,
    EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
    EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_TIMEOUT_MS: '2000',
    EVENT_SERVICE_ALLOW_HTTP: 'true',
    EVENT_SERVICE_NOT_FOUND_PATTERN: 'No such',
    ...env,
  });
  const shown: string[] = [];
  const pauses: number[] = [];
  const report = await examine({
    service: config.live!,
    settings: config.service,
    activities: loadActivitiesFile(config.activitiesFile),
    compute: await loadSignatureFunction(config.service.signature),
    activityId: config.live!.activityIds[0]!,
    searchFrom: options.searchFrom ?? null,
    lateVariables: options.lateVariables ?? [],
    pause: (ms) => Promise.resolve(pauses.push(ms)),
    onProgress: (text) => shown.push(text),
    onWarning: (text) => shown.push(text),
    onCheck: () => {},
  });
  return { ...report, check: (id) => report.checks.find((check) => check.id === id)!, paths: options.paths ?? [], shown, pauses };
}

/** Examines the sandbox, altered. */
export async function examinedService(
  alteration: Alteration,
  env: Record<string, string> = {},
  options: { readonly searchFrom?: number } = {},
): Promise<Examined> {
  const service: AlteredService = await alteredService(alteration);
  try {
    return await examined(service.url, env, { ...options, paths: service.paths });
  } finally {
    await service.close();
  }
}
