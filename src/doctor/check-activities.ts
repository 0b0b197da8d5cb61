import { UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import { getFormFields } from '../service/endpoints.js';
import { passed, type CheckResult } from './check.js';
import type { Probe } from './probe.js';

/** Checks that the service accepts each activity of the settings (§4.1). */
export async function checkActivities(probe: Probe, activityIds: readonly ActivityId[]): Promise<CheckResult> {
  const rejected: string[] = [];
  const failed: string[] = [];
  for (const activityId of activityIds) {
    const { error } = await probe.attempt(getFormFields, activityId, undefined);
    if (error !== undefined) (error instanceof UpstreamRejectedError ? rejected : failed).push(String(activityId));
  }
  if (rejected.length > 0)
    return failedCheck(
      `The service does not accept the ${named(rejected)}.`,
      'Check the numbers, and whether the key belongs to the organiser of these activities.',
      { rejected, ...(failed.length > 0 && { failed }) },
    );
  if (failed.length > 0)
    return failedCheck(
      `Whether the service accepts the ${named(failed)} is not known: the call failed.`,
      'Run this again. If the call fails again, ask the operator of the service.',
      { failed },
    );
  return passed('activities', `The service accepts ${activityIds.length === 1 ? 'the activity' : `all ${activityIds.length} activities`}.`);
}

const failedCheck = (message: string, hint: string, details: CheckResult['details'] & {}): CheckResult => ({
  id: 'activities',
  status: 'fail',
  message,
  hint,
  settings: ['EVENT_SERVICE_ACTIVITY_IDS'],
  details,
});

const named = (ids: readonly string[]): string => `${ids.length === 1 ? 'activity' : 'activities'} ${ids.join(', ')}`;
