import { createServer } from 'node:http';
import { createHandler } from 'graphql-http/lib/use/http';

/**
 * Serves a schema at /graphql on this machine. With `firstQuery`, every other path is GraphiQL with that query.
 * Port 0 takes any free port. `options` are those of graphql-http: schema, rootValue, context.
 */
export async function listen({ port = 0, firstQuery, ...options }) {
  const graphql = createHandler(options);
  const server = createServer(async (request, response) => {
    if (firstQuery === undefined || request.url.split('?')[0] === '/graphql') return graphql(request, response);
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    return response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(renderGraphiQL({ endpoint: '/graphql', defaultQuery: firstQuery }));
  });
  await new Promise((resolve, reject) => void server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/graphql`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
