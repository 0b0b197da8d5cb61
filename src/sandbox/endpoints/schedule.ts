import { json, type SandboxEndpoint } from '../endpoint.js';

/** §4.6: the schedule by day. `total` counts the items of the days without their children. `data` is [] if there is no schedule. */
export const listSchedule: SandboxEndpoint = {
  section: '4.6',
  method: 'POST',
  path: '/api/schedule/getList',
  auth: 'service',
  parametersIn: 'form',
  handle: ({ activity: { seed } }) => {
    const total = [...seed.schedule.values()].reduce((sum, items) => sum + items.length, 0);
    return json({ code: 1, data: total === 0 ? [] : Object.fromEntries(seed.schedule), total });
  },
};
