/* The endpoints of §4.12 on exhibitors, which the interface names without path and payload: the sandbox invents them. */

import { digits, json, Rejection, type SandboxEndpoint } from '../endpoint.js';
import type { SandboxActivity } from '../store.js';

/** The exhibitors in pages, with their total number. */
export const listExhibitors: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/exhibitor/getList',
  auth: 'service',
  parametersIn: 'form',
  optional: ['page', 'pagesize'],
  handle: ({ activity, parameters }) => {
    const page = parameters.has('page') ? digits(parameters, 'page') : 1;
    const size = parameters.has('pagesize') ? digits(parameters, 'pagesize') : 10;
    const all = exhibitorsOf(activity);
    const list = all.slice((page - 1) * size, page * size).map(({ contact: _contact, products: _products, ...listed }) => listed);
    return json({ code: 1, msg: 'success', data: { list, total: all.length } });
  },
};

/** One exhibitor with its contact and its products. */
export const getExhibitor: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/exhibitor/get',
  auth: 'service',
  parametersIn: 'form',
  required: ['id'],
  handle: ({ activity, parameters }) => {
    const exhibitor = exhibitorsOf(activity).find(({ id }) => id === digits(parameters, 'id'));
    if (exhibitor === undefined) throw new Rejection('No such exhibitor: the activity has none with this id.');
    return json({ code: 1, msg: 'success', data: exhibitor });
  },
};

export const listExhibitorFields: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/exhibitor/getFields',
  auth: 'service',
  parametersIn: 'form',
  handle: ({ activity }) => {
    const field = (name: string, label: string, sort: number) => ({
      name,
      type: 'input',
      label,
      value: '',
      sort,
      hidden: 0,
      placeholder: '',
      form_id: activity.id,
    });
    return json({
      code: 1,
      msg: 'success',
      data: [field('name', 'Company', 1), field('booth', 'Booth', 2), field('website', 'Website', 3)],
    });
  },
};

const names = ['Harbour Labs', 'Quiet River Studios', 'Northwind Data', 'Blue Crane Robotics', '星河智能', 'Pier Four Coffee'];

/** The exhibitors of the conference. The workshop has none. */
function exhibitorsOf({ seed }: SandboxActivity) {
  if (seed.goods.length === 0) return [];
  return names.map((name, index) => ({
    id: 801 + index,
    name,
    booth: `${'ABC'[index % 3]}${10 + index}`,
    website: index === 5 ? '' : `https://exhibitor.example/${801 + index}`,
    sponsor: index < 2 ? 1 : 0,
    contact: { name: `Desk ${801 + index}`, email: `desk${801 + index}@exhibitor.example` },
    products: [{ title: 'Starter kit', price: '49.00' }, ...(index < 2 ? [{ title: 'Flagship', price: 1299 }] : [])],
  }));
}
