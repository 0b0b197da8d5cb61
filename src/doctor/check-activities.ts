import { getFormFields } from '../endpoint/form-field.js';
import type { ActivityId } from '../model/ids.js';
import { passed, type CheckResult } from './check.js';
import type { Probe } from './probe.js';

/** Checks that the service accepts each activity of the settings (§4.1). */
export async function checkActivities(probe: Probe, activityIds: readonly ActivityId[]): Promise<CheckResult> {
  const rejected: string[] = [];
  for (const activityId of activityIds) {
    const { error } = await probe.attempt(getFormFields, activityId, undefined);
    if (error !== undefined) rejected.push(String(activityId));
  }
  if (rejected.length === 0)
    return passed(
      'activities',
      `The service accepts ${activityIds.length === 1 ? 'the activity' : `all ${activityIds.length} activities`}.`,
    );
  return {
    id: 'activities',
    status: 'fail',
    message: `The service does not accept the ${rejected.length === 1 ? 'activity' : 'activities'} ${rejected.join(', ')}.`,
    hint: 'Check the numbers, and whether the key belongs to the organiser of these activities.',
    settings: ['EVENT_SERVICE_ACTIVITY_IDS'],
    details: { rejected },
  };
}
