/*
 * The errors of a response, with safe messages.
 *
 * Messages of graphql-js quote what the caller sent: a syntax error quotes the text it found, and an invalid variable is
 * printed in full. A mobile number would thus get into responses, and from there into logs of clients and proxies. Every error
 * passes through three steps before it is sent:
 *
 *   1. `safeErrors` replaces messages of graphql-js and Apollo Server. The error's code selects how:
 *        GRAPHQL_PARSE_FAILED         the kind of syntax error, without the text (`safeSyntaxMessage`)
 *        GRAPHQL_VALIDATION_FAILED    messages about names are unchanged; those about a literal are replaced by the expected type
 *                                     (input-messages.ts)
 *        OPERATION_RESOLUTION_FAILURE, BAD_REQUEST   a constant message
 *      Names of types, fields and arguments are part of the schema and safe. What is not recognised gets a constant message.
 *   2. Errors that resolvers throw are not changed here. Messages of EventGraphError (records/errors.ts) are written to be safe.
 *   3. `formatError` (graph/errors) hides all other errors behind INTERNAL_SERVER_ERROR and logs them without their message.
 *
 * `createResponseErrors` combines these steps for a response.
 */

import { GraphQLError, isValueNode, Kind, type GraphQLErrorExtensions, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { EventLoopTurn } from '../../graph/execution/event-loop-turn.js';
import { EventGraphError, QueryTooComplexError } from '../../records/errors.js';
import { literalMessage } from './input-messages.js';
import { locatedAs, persistedQueryMessages, RefusedDocumentError } from './request-errors.js';

/**
 * Formats an error for the response: a GraphQLError whose message is already safe, or the error that failed a whole request. A TypeError, for
 * example, becomes INTERNAL_SERVER_ERROR with an `errorId`. `createErrorFormat` creates the graph's implementation.
 */
export type FormatError = (error: unknown, requestId: string) => GraphQLFormattedError;

/** Returns errors as they are sent to the client. Thousands of errors do not block the event loop. */
export type ResponseErrors = (errors: readonly GraphQLError[], requestId: string) => Promise<readonly GraphQLFormattedError[]>;

/** Errors that are formatted before the event loop gets its turn. */
const batchSize = 100;

export function createResponseErrors(
  schema: GraphQLSchema,
  { introspection, maxTokens }: { readonly introspection: boolean; readonly maxTokens: number },
  turn: EventLoopTurn,
  formatError: FormatError,
): ResponseErrors {
  const sources = { schema, maxTokens, hideSuggestions: !introspection };
  return async (errors, requestId) => {
    const formatted: GraphQLFormattedError[] = [];
    for (let from = 0; from < errors.length; from += batchSize) {
      if (turn.spend(batchSize)) await turn.next();
      for (const error of safeErrors(errors.slice(from, from + batchSize), sources)) formatted.push(formatError(error, requestId));
    }
    return formatted;
  };
}

/** The parts that safe messages are built from. */
interface MessageSources {
  readonly schema: GraphQLSchema;
  readonly maxTokens: number;
  readonly hideSuggestions: boolean;
}

/** Returns the errors of one response with messages that quote no value of the caller. Errors of resolvers are not changed. */
export function safeErrors(errors: readonly GraphQLError[], sources: MessageSources): GraphQLError[] {
  return errors.map((error) => {
    if (error.originalError instanceof EventGraphError || error instanceof RefusedDocumentError) return error;
    switch (error.extensions['code']) {
      case 'GRAPHQL_PARSE_FAILED':
        if (isTooManyTokens(error.message)) return tooManyTokens(sources.maxTokens);
        return withMessage(error, safeSyntaxMessage(error.message));
      case 'GRAPHQL_VALIDATION_FAILED':
        return withMessage(error, validationMessage(error, sources));
      case 'OPERATION_RESOLUTION_FAILURE':
        return withBadInput(error, unresolvedOperation(error.message));
      case 'BAD_REQUEST':
        return withBadInput(error, 'GET requests may contain queries only. Send mutations by POST.');
      case undefined:
        return withCodeOfCaller(error);
      default:
        return error;
    }
  });
}

/** Returns the message for an operation that graphql-js cannot choose. */
function unresolvedOperation(message: string): string {
  if (message.startsWith('Must provide operation name')) return 'The document contains several operations. Name one in operationName.';
  if (message.startsWith('Must provide')) return 'The document contains no operation. Add a query, a mutation or a subscription.';
  return 'The document contains no operation with the name in operationName. Send the name of an operation of the document.';
}

const introspectionOff = 'Introspection is off. Read the schema from its file, or ask the operator to turn on INTROSPECTION.';

const suggestion = / ?Did you mean [^]+\?$/;

function validationMessage(error: GraphQLError, { schema, hideSuggestions }: MessageSources): string {
  if (error.extensions['validationErrorCode'] === 'INTROSPECTION_DISABLED') return introspectionOff;
  const [node] = error.nodes ?? [];
  if (node === undefined) return aboutTheDocument.test(error.message) ? error.message : 'The document contains an invalid value.';
  if (isValueNode(node) && node.kind !== Kind.VARIABLE) return literalMessage(error.message, schema);
  return hideSuggestions ? error.message.replace(suggestion, '') : error.message;
}

const aboutTheDocument =
  /^(?:Too many validation errors, error limit reached\. )?Validation aborted\.$|recursively requests too many selections\.$/;

/** Adds BAD_USER_INPUT to errors that the caller caused, and that graphql-js and Apollo Server throw without a code. */
function withCodeOfCaller(error: GraphQLError): GraphQLError {
  const thrown = error.originalError;
  if (thrown !== undefined && !(thrown instanceof GraphQLError && thrown.originalError === undefined)) return error;
  const [node] = error.nodes ?? [];
  const [, argument] = /^Argument "(\w+)" (?:has invalid value |of (?:required|non-null) type "[\w![\]]+" )/.exec(error.message) ?? [];
  if (argument !== undefined && node !== undefined)
    return withMessage(error, `Argument "${argument}" is missing, null or invalid. Send a value of the type that the schema states.`, {
      code: 'BAD_USER_INPUT',
      argument,
    });
  const reworded = messagesOfCaller.get(error.message);
  if (reworded !== undefined) return withBadInput(error, reworded);
  return error;
}

/** The messages of errors that the caller caused, by those of graphql-js and Apollo Server. */
const messagesOfCaller: ReadonlyMap<string, string> = new Map(Object.entries(persistedQueryMessages));

const withBadInput = (error: GraphQLError, message: string) => withMessage(error, message, { code: 'BAD_USER_INPUT' });

/**
 * Returns a copy of the error with another message, and with the added extensions. It has no `originalError`, because that one's message contains
 * the value.
 */
function withMessage(error: GraphQLError, message: string, added: GraphQLErrorExtensions = {}): GraphQLError {
  const { http: _, ...extensions } = error.extensions;
  return locatedAs(error, new GraphQLError(message, { ...(error.path && { path: error.path }), extensions: { ...extensions, ...added } }));
}

function tooManyTokens(maximum: number): GraphQLError {
  const error = new QueryTooComplexError('MAX_TOKENS', maximum, maximum + 1);
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code, ...error.details() } });
}

const kind = String.raw`(?:"[!$&(){}|:=@\[\].]{1,3}"|<SOF>|<EOF>|Name|Int|Float|String|BlockString|Comment)`;
const unexpectedToken = new RegExp(String.raw`^(Expected (?:${kind}|"[a-z]{1,12}"), found |Unexpected )(${kind})(?:[. ]|$)`);
const safeStarts = [
  'Unterminated string',
  'Invalid number',
  'Invalid character escape sequence',
  'Invalid Unicode escape sequence',
  'Invalid character within String',
  'Invalid character',
  'Unexpected single quote character',
  'Unexpected character',
  'Unexpected variable in constant value',
  'Unexpected description',
];

/** Returns a syntax error's message without the text that the parser found. The error's location contains the position. */
function safeSyntaxMessage(message: string): string {
  const problem = message.replace(/^Syntax Error: /, '');
  const token = unexpectedToken.exec(problem);
  if (token !== null) return `Syntax Error: ${token[1]}${token[2]}.`;
  if (problem.startsWith('Unexpected variable "')) return 'Syntax Error: Unexpected variable in constant value.';
  const start = safeStarts.find((text) => problem.startsWith(text));
  return start === undefined ? 'Syntax Error.' : `Syntax Error: ${start}.`;
}

/** Whether a message reports that the document exceeds the parser's token limit. */
const isTooManyTokens = (message: string): boolean =>
  /^Syntax Error: Document contains more that \d+ tokens\. Parsing aborted\.$/.test(message);
