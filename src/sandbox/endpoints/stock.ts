/* §4.9 and §4.10 of the sandbox: the stock of tickets and goods. */

import { json, type SandboxEndpoint } from '../endpoint.js';

/** §4.9: the stock of all tickets of the activity. */
export const listTickets: SandboxEndpoint = {
  section: '4.9',
  method: 'POST',
  path: '/api/ticket/data',
  auth: 'service',
  parametersIn: 'form',
  handle: ({ activity }) => json({ code: 1, msg: 'success', data: activity.tickets }),
};

/** §4.10: the stock of all goods of the activity, or with goods_id of that item, if it exists. */
export const listGoods: SandboxEndpoint = {
  section: '4.10',
  method: 'POST',
  path: '/api/goods/data',
  auth: 'service',
  parametersIn: 'form',
  optional: ['goods_id'],
  handle: ({ activity, parameters }) => {
    const goodsId = parameters.get('goods_id');
    const data = activity.goods.filter(({ id }) => goodsId === undefined || String(id) === goodsId);
    return json({ code: 1, msg: 'success', data });
  },
};
