import { digits, json, type SandboxEndpoint } from '../endpoint.js';

/** §4.8: the tree of categories as a flat list, or with parent_id the children of that category. 0 is the parent of the roots. */
export const listCategories: SandboxEndpoint = {
  section: '4.8',
  method: 'POST',
  path: '/api/article/getCategoryList',
  auth: 'service',
  parametersIn: 'form',
  optional: ['parent_id'],
  handle: ({ activity, parameters, time }) => {
    const { categories } = activity.seed;
    const parent = parameters.has('parent_id') ? digits(parameters, 'parent_id') : null;
    const data = categories.filter((category) => parent === null || category.parent_id === parent);
    return json({ code: 1, msg: 'success', data, url: '', time });
  },
};
