import { json, type Operation } from './operation.js';

/** §4.6. Days as keys; total counts the items of the days, not what is inside them. Where there is no schedule, data is []. */
export const listSchedule: Operation = {
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
