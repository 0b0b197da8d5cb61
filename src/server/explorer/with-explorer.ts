import { header, type HttpHandler, type HttpRequest } from '../http/handler.js';
import { eventStream, graphqlResponse, html, json, negotiate } from '../http/media-type.js';

/** Returns the handler of /graphql, which leads a browser that opens the address itself to the explorer. */
export function withExplorer(graphql: HttpHandler): HttpHandler {
  return (request) => (isOpenedInBrowser(request) ? toExplorer : graphql(request));
}

/** A browser prefers HTML, and an address without a document cannot be a request of GraphQL. */
const isOpenedInBrowser = (request: HttpRequest): boolean =>
  request.method === 'GET' &&
  !/(?:^|&)(?:query|documentId|extensions)=/.test(request.search) &&
  negotiate(header(request, 'accept'), [json, graphqlResponse, eventStream, html]) === html;

const toExplorer = {
  status: 303,
  headers: { location: '/', 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', vary: 'accept' },
  body: 'The explorer is at /.\n',
};
