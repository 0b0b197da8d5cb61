/* Subscriptions over WebSocket. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ExecutionArgs, ExecutionResult, FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { CloseCode, makeServer } from 'graphql-ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../../model/caller.js';
import { type IsAllowedHost, hostNotAllowed } from '../http/allowed-hosts.js';
import type { AuthenticateRequest } from '../authentication/authentication.js';
import { unexpectedErrorFields, peerErrorFields } from '../telemetry/error-fields.js';
import type { NameForLog } from '../telemetry/operation-name.js';
import type { SubscriptionRequest } from './subscription-request.js';
import { mapAsyncIterator } from './map-async-iterator.js';
import type { StartedSubscription, Subscriptions } from './subscriptions.js';
import { serveGraphqlWs, type SocketExtra, type SocketRules } from './graphql-ws-adapter.js';
import { destroySoon, respondAndClose } from '../http/raw-response.js';
import { credentialHeaders } from '../http/credential-headers.js';
import { HttpError } from '../http/http-error.js';
import { badInput } from '../messages/request-errors.js';
import type { ResponseErrors } from '../messages/response-errors.js';
import { callAt } from './call-at.js';
import { credentialsIn, hasBody, parametersIn } from './web-socket-messages.js';
import type { OnWebSocket } from '../http/listener.js';

export interface WebSocketOptions {
  readonly subscriptions: Subscriptions;
  readonly responseErrors: ResponseErrors;
  readonly authenticate: AuthenticateRequest;
  /** Origins whose pages may connect. Clients other than browsers send no Origin header and may connect too. */
  readonly origins: ReadonlySet<string>;
  readonly isAllowedHost: IsAllowedHost;
  readonly maxMessageBytes: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'debug' | 'error'>;
  readonly nameForLog: NameForLog;
}

export interface WebSockets {
  readonly onWebSocket: OnWebSocket;
  /** Closes every connection with "1001 Going away" and refuses new ones. */
  close(): void;
}

/** Time that a client has to close its side after this side has closed. */
const closeTimeoutMs = 5_000;
const minUnreadBytes = 1_048_576;
const expired = 'The credential has expired. Connect again with a new one.';

const protocol = 'graphql-transport-ws';

/** Limit of subscriptions on one connection. */
const maxPerSocket = 20;

/** The caller of one connection and its active subscriptions, by their id in the protocol. */
interface Connection {
  readonly caller: Caller;
  readonly active: Map<string, { readonly request: SubscriptionRequest; readonly abort: AbortController }>;
}

/** A result as it is passed through graphql-ws, which would format an ExecutionResult by itself. */
interface CarriedResult extends ExecutionResult {
  readonly formatted: FormattedExecutionResult;
}

/** Subscriptions over the graphql-ws protocol at /graphql. Credentials are headers, or members of connection_init for browsers. */
export function createWebSockets({
  subscriptions,
  responseErrors,
  authenticate,
  origins,
  isAllowedHost,
  maxMessageBytes,
  now,
  log,
  nameForLog,
}: WebSocketOptions): WebSockets {
  const options = {
    noServer: true,
    maxPayload: maxMessageBytes,
    closeTimeout: closeTimeoutMs,
    handleProtocols: (offered: Set<string>) => (offered.has(protocol) ? protocol : (false as const)),
  };
  const server = new WebSocketServer(options);
  server.on('error', (error) => log.error(peerErrorFields(error), 'The WebSocket server failed'));
  const connections = new WeakMap<object, Connection>();
  const started = new WeakMap<ExecutionArgs, StartedSubscription['results']>();
  const refused = new WeakMap<readonly GraphQLError[], readonly GraphQLFormattedError[]>();

  const endAt = (instant: number, { end, ended }: SocketExtra) => {
    const cancel = callAt(instant, now, () => end(CloseCode.Forbidden, expired));
    ended.addEventListener('abort', cancel, { once: true });
  };
  const graphql = makeServer<Record<string, unknown>, SocketExtra>({
    connectionInitWaitTimeout: 3_000,
    // onSubscribe has started the subscription.
    subscribe: (args) => {
      const results = started.get(args)!;
      const carried = (formatted: FormattedExecutionResult): CarriedResult => ({ formatted });
      return Symbol.asyncIterator in results ? mapAsyncIterator(results, carried) : carried(results);
    },
    onConnect: async ({ extra, connectionParams }) => {
      const message = extra.request;
      const caller = await authenticate(
        { ...credentialHeaders(message.rawHeaders), ...credentialsIn(connectionParams) },
        message.socket.remoteAddress ?? 'unknown',
        randomUUID(),
      );
      if (extra.ended.aborted) return false;
      if (caller === null) {
        extra.end(
          CloseCode.Forbidden,
          'A valid credential is required: a header, or connectionParams such as { authorization: "Bearer KEY" }.',
        );
        return false;
      }
      if (caller.expiresAt !== undefined) endAt(caller.expiresAt, extra);
      connections.set(extra, { caller, active: new Map() });
      return true;
    },
    onSubscribe: async ({ extra }, id, payload) => {
      const { caller, active } = connections.get(extra)!;
      if (caller.expiresAt !== undefined && caller.expiresAt <= now()) {
        extra.end(CloseCode.Forbidden, expired);
        return [badInput(expired)];
      }
      const abort = new AbortController();
      const parameters = parametersIn(payload);
      if (parameters instanceof HttpError) return [badInput(parameters.message)];
      const { headers } = extra.request;
      const request: SubscriptionRequest = { requestId: randomUUID(), caller, headers, parameters, signal: abort.signal };
      if (active.size >= maxPerSocket) return [badInput(`The limit is ${maxPerSocket} subscriptions for each connection.`)];
      active.set(id, { request, abort });
      const start = await subscriptions.start(request);
      const operationName = nameForLog(start.operationName);
      log.debug({ requestId: request.requestId, operationName, caller: caller.name }, 'WebSocket /graphql');
      if ('results' in start) {
        started.set(start.args, start.results);
        return start.args;
      }
      active.delete(id);
      const errors = [badInput('onError replaces this error by those of the start.')];
      refused.set(errors, start.errors);
      return errors;
    },
    onNext: (_context, _id, _payload, _args, result) => (result as CarriedResult).formatted,
    onError: ({ extra }, id, _payload, errors: readonly GraphQLError[]) => {
      const { active } = connections.get(extra)!;
      const request = active.get(id)?.request;
      active.delete(id);
      return refused.get(errors) ?? (request && responseErrors(errors, request));
    },
    onComplete: ({ extra }, id) => {
      const { active } = connections.get(extra)!;
      active.get(id)?.abort.abort();
      active.delete(id);
    },
    onDisconnect: ({ extra }) => {
      for (const { abort } of connections.get(extra)?.active.values() ?? []) abort.abort();
    },
  });

  const rules: SocketRules = {
    keepAliveMs: 12_000,
    maxUnreadBytes: Math.max(minUnreadBytes, 4 * maxMessageBytes),
    onMalformed: (error) => log.debug(peerErrorFields(error), 'A WebSocket was closed: the client violated the protocol'),
    onUnexpectedError: (error) => log.error(unexpectedErrorFields(error), 'A WebSocket was closed: unexpected error'),
  };
  const open = new Set<SocketExtra>();
  const handle = (webSocket: WebSocket, message: IncomingMessage) => {
    const extra = serveGraphqlWs(graphql, webSocket, message, rules);
    open.add(extra);
    extra.ended.addEventListener('abort', () => open.delete(extra));
  };

  return {
    close: () => {
      server.close();
      for (const { end } of open) end(1001, 'Going away');
    },
    onWebSocket: (message, socket, head) => {
      const { origin, host } = message.headers;
      if ((message.url ?? '').split('?')[0] !== '/graphql') return respondAndClose(socket, 404);
      if (!isAllowedHost(host)) return respondAndClose(socket, 421, hostNotAllowed);
      if (origin !== undefined && !origins.has(origin)) return respondAndClose(socket, 403);
      if (hasBody(message)) return respondAndClose(socket, 400);
      let accepted = false;
      server.handleUpgrade(message, socket, head, (webSocket) => {
        accepted = true;
        handle(webSocket, message);
      });
      // ws has written an error response. It destroys the socket once the response is flushed, which a client that reads nothing prevents.
      if (!accepted) destroySoon(socket);
    },
  };
}
