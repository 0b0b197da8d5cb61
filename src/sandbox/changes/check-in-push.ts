import type { PushCheckIn } from './run-changes.js';

const timeoutMs = 5000;

/** Pushes check-ins by HTTP, as JSON. @param address of the receiver; the activity's id follows @param secret that the receiver expects */
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
