import { json, type Operation } from './operation.js';

/** §4.9. Every ticket of the activity. */
export const listTickets: Operation = {
  section: '4.9',
  method: 'POST',
  path: '/api/ticket/data',
  auth: 'service',
  parametersIn: 'form',
  handle: ({ activity }) => json({ code: 1, msg: 'success', data: activity.seed.tickets }),
};

/** §4.10. Every item of goods of the activity; with goods_id that one, or none. */
export const listGoods: Operation = {
  section: '4.10',
  method: 'POST',
  path: '/api/goods/data',
  auth: 'service',
  parametersIn: 'form',
  optional: ['goods_id'],
  handle: ({ activity, parameters }) => {
    const wanted = parameters.get('goods_id');
    const data = activity.seed.goods.filter(({ id }) => wanted === undefined || String(id) === wanted);
    return json({ code: 1, msg: 'success', data });
  },
};
