/* The endpoints of §4.12 on content, which the interface names without path and payload: the sandbox invents them. */

import { digits, json, Rejection, type SandboxEndpoint } from '../endpoint.js';

/** One article. */
export const getArticle: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/article/get',
  auth: 'service',
  parametersIn: 'form',
  required: ['id'],
  handle: ({ activity, parameters, time }) => {
    const article = activity.seed.articles.find(({ id }) => id === digits(parameters, 'id'));
    if (article === undefined) throw new Rejection('No such article: the activity has none with this id.');
    return json({ code: 1, msg: 'success', data: article, url: '', time });
  },
};

/** The categories of the schedule. */
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
