/* The observers of the program: metrics, the audit and traces. */

import type { Logger } from 'pino';
import { ConfigError, type Config } from '../../config/config.js';
import { assertUsableAuditFile, openAudit, type AuditSink } from '../../server/telemetry/audit/audit-log.js';
import { createMetrics, type Metrics } from '../../server/telemetry/metrics/metrics.js';
import { openTraces, TracesUnavailableError, type Traces } from '../../server/telemetry/traces/traces.js';
import { assertUsableFile } from './assert-usable-file.js';
import type { ProgramOptions } from './program-options.js';

export interface Telemetry {
  readonly metrics: Metrics;
  readonly audit: AuditSink;
  readonly traces: Traces | null;
}

/** Opens audit, metrics and traces. @throws ConfigError where the audit's file or the packages for traces cannot be used */
export async function openTelemetry({ config, log, opened, worker }: ProgramOptions): Promise<Telemetry> {
  const audit = opened.add(asSetting(() => openAudit(config.auditLog, log, worker?.id)));
  const traces = config.traces && opened.add(await tracesOf(config.traces, log));
  const own = createMetrics();
  return { metrics: worker?.sumWith(own) ?? own, audit: audit.sink, traces };
}

/** Checks that the file of AUDIT_LOG can be opened or created. @throws ConfigError where it cannot */
export const assertAuditFileSetting = async (path: string): Promise<void> => asSetting(() => assertUsableFile(path, assertUsableAuditFile));

function asSetting<T>(openTarget: () => T): T {
  try {
    return openTarget();
  } catch (cause) {
    const expected = 'expected log, off, or the path of a regular file that this user may write to and owns; the file cannot be opened';
    throw new ConfigError([{ setting: 'AUDIT_LOG', expected }], { cause });
  }
}

async function tracesOf(settings: NonNullable<Config['traces']>, log: Logger): Promise<Traces> {
  try {
    return await openTraces(settings, log, () => performance.now());
  } catch (cause) {
    if (!(cause instanceof TracesUnavailableError)) throw cause;
    const expected =
      'needs the packages @opentelemetry/*, which are optional dependencies and not installed; npm ci installs them without --omit=optional';
    throw new ConfigError([{ setting: 'OTEL_EXPORTER_OTLP_ENDPOINT', expected }], { cause });
  }
}
