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

/**
 * The categories of the schedule. The interface names the endpoint without path and payload (§4.12); this is the sandbox's own
 * version.
 */
export const listScheduleCategories: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/schedule/getCategoryList',
  auth: 'service',
  parametersIn: 'form',
  handle: ({ activity: { seed } }) => {
    const items = [...seed.schedule.values()].flat();
    const categories = new Map(items.map(({ cate_id, cate_name }) => [cate_id, cate_name]));
    return json({ code: 1, msg: 'success', data: [...categories].map(([id, name]) => ({ id, name, sort: String(id) })) });
  },
};
