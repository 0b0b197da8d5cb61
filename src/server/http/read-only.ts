import type { HttpHandler } from './handler.js';
import { methodNotAllowed } from './http-error.js';

/** Wraps a handler: refuses methods other than GET and HEAD with 405. */
export function readOnly(handle: HttpHandler): HttpHandler {
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
    return handle(request);
  };
}
