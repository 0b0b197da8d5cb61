/** The path of each operation, by its section. The endpoints are compared with it in test/coverage. */
export const paths = {
  '4.1': '/api/activity/getFields',
  '4.2': '/api/participant/add',
  '4.3': '/api/participant/getList',
  '4.4': '/api/participant/get',
  '4.5': '/applets/index/beforeCheckIn',
  '4.6': '/api/schedule/getList',
  '4.7': '/api/article/getList',
  '4.8': '/api/article/getCategoryList',
  '4.9': '/api/ticket/data',
  '4.10': '/api/goods/data',
  '4.11': '/api/participant/sso_login',
} as const;
