import type { PushCheckIn } from './run-changes.js';

const timeoutMs = 5000;

/**
 * Returns a function that pushes check-ins by HTTP, as JSON.
 * @param address the receiver's, which the activity's id follows @param secret what the receiver expects
 */
export function pushTo(address: string, secret: string): PushCheckIn {
  return async (activityId, payload) => {
    const response = await fetch(`${address}/${activityId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok;
  };
}
