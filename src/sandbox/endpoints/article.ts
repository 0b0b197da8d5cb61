import { digits, json, Rejection, type SandboxEndpoint } from '../endpoint.js';

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

/** One article. The interface names the endpoint without path and payload (§4.12); this is the sandbox's own version. */
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
