/* Subscriptions by the graphql-ws protocol: what happens on each of its messages. */

import { randomUUID } from 'node:crypto';
import type { ExecutionArgs, ExecutionResult, FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { CloseCode, makeServer, type Server } from 'graphql-ws';
import type { Logger } from 'pino';
import type { Caller } from '../../model/caller.js';
import { callAt } from '../../primitives/timers.js';
import type { AuthenticateRequest } from '../authentication/authentication.js';
import { credentialHeaders } from '../http/credential-headers.js';
import { HttpError } from '../http/http-error.js';
import { badInput } from '../messages/request-errors.js';
import type { ResponseErrors } from '../messages/response-errors.js';
import type { NameForLog } from '../telemetry/log/operation-name.js';
import type { SocketExtra } from './graphql-ws-adapter.js';
import { mapAsyncIterator } from './map-async-iterator.js';
import type { SubscriptionRequest } from './subscription-request.js';
import type { StartedSubscription, StartSubscription } from './subscriptions.js';
import { credentialsIn, parametersIn } from './web-socket-messages.js';

export interface GraphqlWsOptions {
  readonly startSubscription: StartSubscription;
  readonly responseErrors: ResponseErrors;
  readonly authenticate: AuthenticateRequest;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'debug'>;
  readonly nameForLog: NameForLog;
}

/** Limit of subscriptions on one connection. */
const maxPerSocket = 20;
/** The time within which a client must send `connection_init`. */
const maxInitWaitMs = 3_000;

const expired = 'The credential has expired. Connect again with a new one.';
const noCredential = 'A valid credential is required: a header, or connectionParams such as { authorization: "Bearer KEY" }.';

/** The caller of one connection and its active subscriptions, by their id in the protocol. */
interface Connection {
  readonly caller: Caller;
  readonly active: Map<string, { readonly request: SubscriptionRequest; readonly abort: AbortController }>;
}

/** A result as it is passed through graphql-ws, which would format an ExecutionResult by itself. */
interface CarriedResult extends ExecutionResult {
  readonly formatted: FormattedExecutionResult;
}

/** Returns the graphql-ws server. Credentials are headers, or members of connection_init for browsers. */
export function createGraphqlWsServer({
  startSubscription,
  responseErrors,
  authenticate,
  now,
  log,
  nameForLog,
}: GraphqlWsOptions): Server<SocketExtra> {
  const connections = new WeakMap<object, Connection>();
  const started = new WeakMap<ExecutionArgs, StartedSubscription['results']>();
  const refused = new WeakMap<readonly GraphQLError[], readonly GraphQLFormattedError[]>();

  const endAt = (instant: number, { end, ended }: SocketExtra) => {
    const cancel = callAt(instant, now, () => end(CloseCode.Forbidden, expired));
    ended.addEventListener('abort', cancel, { once: true });
  };
  return makeServer<Record<string, unknown>, SocketExtra>({
    connectionInitWaitTimeout: maxInitWaitMs,
    onConnect: async ({ extra, connectionParams }) => {
      const message = extra.request;
      const caller = await authenticate(
        { ...credentialHeaders(message.rawHeaders), ...credentialsIn(connectionParams) },
        message.socket.remoteAddress ?? 'unknown',
        randomUUID(),
      );
      if (extra.ended.aborted) return false;
      if (caller === null) {
        extra.end(CloseCode.Forbidden, noCredential);
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
      // graphql-ws forgets an id when its client completes it, although the subscription may not have ended, or not even started.
      if (active.has(id)) {
        const inUse = `Subscriber for ${id} already exists`;
        extra.end(CloseCode.SubscriberAlreadyExists, inUse);
        return [badInput(inUse)];
      }
      const abort = new AbortController();
      const parameters = parametersIn(payload);
      if (parameters instanceof HttpError) return [badInput(parameters.message)];
      const { headers } = extra.request;
      const request: SubscriptionRequest = { requestId: randomUUID(), caller, headers, parameters, signal: abort.signal };
      if (active.size >= maxPerSocket)
        return [badInput(`The limit is ${maxPerSocket} subscriptions for each connection. End one, or open another connection.`)];
      active.set(id, { request, abort });
      const start = await startSubscription(request);
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
    // onSubscribe has started the subscription.
    subscribe: (args) => {
      const results = started.get(args)!;
      const carried = (formatted: FormattedExecutionResult): CarriedResult => ({ formatted });
      return Symbol.asyncIterator in results ? mapAsyncIterator(results, carried) : carried(results);
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
}
