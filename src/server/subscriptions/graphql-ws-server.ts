/* Subscriptions by the graphql-ws protocol: what happens on each of its messages. */

import { randomUUID } from 'node:crypto';
import type { ExecutionArgs, ExecutionResult, FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { CloseCode, makeServer, type Server } from 'graphql-ws';
import type { Logger } from 'pino';
import { callAt } from '../../primitives/waiting.js';
import type { Caller } from '../../records/caller.js';
import type { AuthenticateRequest } from '../authentication/authentication.js';
import { credentialHeaders } from '../http/credential-headers.js';
import { HttpError } from '../http/http-error.js';
import { badInput } from '../messages/request-errors.js';
import type { ResponseErrors } from '../messages/response-errors.js';
import type { NameForLog } from '../telemetry/log/operation-name.js';
import type { SocketExtra } from './graphql-ws-adapter.js';
import { mapAsyncIterator } from './map-async-iterator.js';
import type { SubscriptionSlots } from './subscription-slots.js';
import {
  refusal,
  type RefusedSubscription,
  type StartedSubscription,
  type StartSubscription,
  type SubscriptionRequest,
} from './subscriptions.js';
import { credentialsIn, parametersIn } from './web-socket-messages.js';

export interface GraphqlWsOptions {
  readonly startSubscription: StartSubscription;
  readonly responseErrors: ResponseErrors;
  readonly authenticate: AuthenticateRequest;
  readonly slots: SubscriptionSlots;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'debug'>;
  readonly nameForLog: NameForLog;
}

/** The time within which a client must send `connection_init`. */
const maxInitWaitMs = 3_000;

const expired = 'The credential has expired. Connect again with a new one.';
const noCredential = 'A valid credential is required: a header, or connectionParams such as { authorization: "Bearer KEY" }.';

/** A result as it is passed through graphql-ws, which would format an ExecutionResult by itself. */
interface CarriedResult extends ExecutionResult {
  readonly formatted: FormattedExecutionResult;
}

/** Returns the graphql-ws server. Credentials are headers, or members of connection_init for browsers. */
export function createGraphqlWsServer(options: GraphqlWsOptions): Server<SocketExtra> {
  const connections = new WeakMap<SocketExtra, AuthenticatedConnection>();
  const started = new WeakMap<ExecutionArgs, StartedSubscription['results']>();
  const refused = new WeakMap<readonly GraphQLError[], readonly GraphQLFormattedError[]>();

  return makeServer<Record<string, unknown>, SocketExtra>({
    connectionInitWaitTimeout: maxInitWaitMs,
    onConnect: async (context) => {
      const { extra } = context;
      const caller = await authenticated(extra, context.connectionParams, options);
      // graphql-ws would keep them as long as the connection.
      delete (context as { connectionParams?: unknown }).connectionParams;
      if (caller === null) return false;
      connections.set(extra, new AuthenticatedConnection(caller, extra, options));
      extra.acknowledge();
      return true;
    },
    onSubscribe: async ({ extra }, id) => {
      const start = await connections.get(extra)!.start(id, extra.payload);
      if ('results' in start) {
        started.set(start.args, start.results);
        return start.args;
      }
      const errors = [badInput('onError replaces this error by those of the start.')];
      refused.set(errors, start.errors);
      return errors;
    },
    // onSubscribe has started the subscription.
    subscribe: (args) => {
      const results = started.get(args)!;
      return mapAsyncIterator(results, (formatted: FormattedExecutionResult): CarriedResult => ({ formatted }));
    },
    onNext: (_context, _id, _payload, _args, result) => (result as CarriedResult).formatted,
    onError: ({ extra }, id, _payload, errors: readonly GraphQLError[]) =>
      refused.get(errors) ?? connections.get(extra)!.formattedErrors(id, errors),
    onComplete: ({ extra }, id) => connections.get(extra)!.completed(id),
    onDisconnect: ({ extra }) => connections.get(extra)?.disconnected(),
  });
}

/** Returns the caller of a connection; null if it has ended, or has no valid credential and is ended. */
async function authenticated(
  extra: SocketExtra,
  connectionParams: Record<string, unknown> | undefined,
  { authenticate, now }: GraphqlWsOptions,
): Promise<Caller | null> {
  const { rawHeaders, socket } = extra.request;
  const headers = { ...credentialHeaders(rawHeaders), ...credentialsIn(connectionParams) };
  const caller = await authenticate(headers, socket.remoteAddress ?? 'unknown', randomUUID());
  if (extra.ended.aborted) return null;
  if (caller === null) extra.end(CloseCode.Forbidden, noCredential);
  else if (caller.expiresAt !== undefined) {
    const cancel = callAt(caller.expiresAt, now, () => extra.end(CloseCode.Forbidden, expired));
    extra.ended.addEventListener('abort', cancel, { once: true });
  }
  return caller;
}

/** A subscription, from its start until graphql-ws has sent its end. */
interface ActiveSubscription {
  readonly abort: AbortController;
  /** null until it is started. */
  requestId: string | null;
}

/**
 * A connection whose caller is known, with its subscriptions by their id in the protocol.
 *
 * An id is in use until graphql-ws has handled its `subscribe`: then the end is written, which a client that does not read delays. graphql-ws
 * itself forgets an id as soon as the client completes it. If the id were used again before, the end of the old subscription would remove the
 * new one from the table of graphql-ws, and nothing could end that.
 */
class AuthenticatedConnection {
  readonly #active = new Map<string, ActiveSubscription>();

  constructor(
    private readonly caller: Caller,
    private readonly extra: SocketExtra,
    private readonly options: GraphqlWsOptions,
  ) {}

  async start(id: string, payload: object): Promise<StartedSubscription | RefusedSubscription> {
    const { caller, extra, options } = this;
    if (caller.expiresAt !== undefined && caller.expiresAt <= options.now()) return this.#end(CloseCode.Forbidden, expired);
    if (this.#active.has(id)) return this.#end(CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`);
    const active: ActiveSubscription = { abort: new AbortController(), requestId: null };
    this.#active.set(id, active);
    extra.onHandled(() => this.#active.delete(id));
    const parameters = parametersIn(payload);
    if (parameters instanceof HttpError) return refusal(parameters.message, parameters.extensions);
    const { headers, socket } = extra.request;
    const slot = options.slots.take(caller, socket);
    if (slot instanceof Error) return refusal(slot.message, { code: slot.code });
    extra.onHandled(slot);
    const request: SubscriptionRequest = { requestId: randomUUID(), caller, headers, parameters, signal: active.abort.signal };
    active.requestId = request.requestId;
    const start = await options.startSubscription(request);
    const operationName = options.nameForLog(start.operationName);
    options.log.debug({ requestId: request.requestId, operationName, caller: caller.name }, 'WebSocket /graphql');
    return start;
  }

  /** Returns the errors that end a subscription as they are sent. */
  formattedErrors(id: string, errors: readonly GraphQLError[]): Promise<readonly GraphQLFormattedError[]> | undefined {
    const requestId = this.#active.get(id)?.requestId;
    return requestId ? this.options.responseErrors(errors, { requestId, parameters: { variables: undefined } }) : undefined;
  }

  completed(id: string): void {
    this.#active.get(id)?.abort.abort();
  }

  disconnected(): void {
    for (const { abort } of this.#active.values()) abort.abort();
  }

  #end(code: CloseCode, reason: string): RefusedSubscription {
    this.extra.end(code, reason);
    return refusal(reason, { code: 'BAD_USER_INPUT' });
  }
}
