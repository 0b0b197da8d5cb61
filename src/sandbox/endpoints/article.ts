import { json, type SandboxEndpoint } from '../endpoint.js';

/** §4.7: all published articles of the activity on one page, newest first. */
export const listArticles: SandboxEndpoint = {
  section: '4.7',
  method: 'POST',
  path: '/api/article/getList',
  auth: 'service',
  parametersIn: 'form',
  handle: ({ activity: { seed }, time }) => {
    const { articles } = seed;
    const data = { data: articles, itemsCount: articles.length, total: articles.length, currentPage: 1 };
    return json({ code: 1, msg: 'success', data, url: '', time });
  },
};
