/*
 * The errors of requests and documents. No message quotes a value that the caller sent, because a mobile number would get into responses,
 * and from there into logs of clients and proxies:
 *
 *   - graphql-js quotes what it found in a document. `safeSyntaxError` and `safeValidationError` keep what it expected.
 *   - Messages about variables (variables.ts), and errors that resolvers throw (records/errors.ts), are written without values.
 *   - `formatError` (graph/format-error.ts) hides all other errors behind INTERNAL_SERVER_ERROR, and logs them without their message.
 */

import {
  GraphQLError,
  isEnumType,
  isInputObjectType,
  isInputType,
  isValueNode,
  Kind,
  type GraphQLFormattedError,
  type GraphQLNamedInputType,
  type GraphQLSchema,
} from 'graphql';
import { ValueError } from '../../graph/format-error.js';
import { toError } from '../../primitives/values.js';
import { QueryTooComplexError, type OperationCode } from '../../records/errors.js';

/** Returns an error that the client has caused. Its message is sent as it is. */
export const badInput = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

/** A request is refused for several errors at once, such as those of an invalid document. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError';
  constructor(readonly errors: readonly GraphQLError[]) {
    super('The request is refused.');
  }
}

/** Returns what a step of a request has thrown as errors of GraphQL. `formatError` decides whether the response contains the message. */
export function errorsOf(error: unknown): readonly GraphQLError[] {
  if (error instanceof RefusedRequestError) return error.errors;
  if (error instanceof GraphQLError) return [error];
  const originalError = toError(error);
  return [new GraphQLError(originalError.message, { originalError })];
}

/**
 * Formats an error for the response: a GraphQLError whose message is already safe, or the error that failed a whole request. A TypeError,
 * for example, becomes INTERNAL_SERVER_ERROR with an `errorId`. `createErrorFormat` creates the graph's implementation.
 */
export type FormatError = (error: unknown, requestId: string) => GraphQLFormattedError;

/** Returns the error of a document that cannot be parsed, with a message that quotes nothing of it. */
export function safeSyntaxError(error: Error, maxTokens: number): GraphQLError {
  if (tooManyTokens.test(error.message)) return beyondMaxTokens(maxTokens);
  return withMessage(error, safeSyntaxMessage(error.message), 'GRAPHQL_PARSE_FAILED');
}

/** Returns the error of a document that is not valid, with a message that quotes no value of it. */
export const safeValidationError = (error: GraphQLError, schema: GraphQLSchema, introspection: boolean): GraphQLError =>
  withMessage(error, validationMessage(error, schema, introspection), 'GRAPHQL_VALIDATION_FAILED');

function withMessage(error: Error, message: string, code: OperationCode): GraphQLError {
  if (!(error instanceof GraphQLError)) return new GraphQLError(message, { extensions: { code } });
  return locatedAs(error, new GraphQLError(message, { extensions: { ...error.extensions, code } }));
}

/** Gives an error the location of another one. graphql-js would count the lines of the document again. @returns the error */
const locatedAs = ({ nodes, source, positions, locations }: GraphQLError, error: GraphQLError): GraphQLError =>
  Object.assign(error, { nodes, source, positions, locations });

const tooManyTokens = /^Syntax Error: Document contains more that \d+ tokens\. Parsing aborted\.$/;

function beyondMaxTokens(maximum: number): GraphQLError {
  const originalError = new QueryTooComplexError('MAX_TOKENS', maximum, maximum + 1);
  return new GraphQLError(originalError.message, { originalError });
}

/** The words of graphql-js up to where it quotes the document: `Syntax Error: Expected Name, found String "…".` */
const wordsOfSyntaxError =
  /^Syntax Error: (?:(?:Expected|Unexpected|, found) "[!$&(){}|:=@[\].]{1,3}"|Expected "[a-z]+"|, found|[A-Za-z<> ])*/;

const safeSyntaxMessage = (message: string): string => `${wordsOfSyntaxError.exec(message)?.[0].trimEnd() ?? 'Syntax Error'}.`;

function validationMessage(error: GraphQLError, schema: GraphQLSchema, introspection: boolean): string {
  const { message, nodes: [node] = [] } = error;
  // Other messages are about names.
  if (!node || !isValueNode(node) || node.kind === Kind.VARIABLE) return message;
  if (error instanceof ValueError || missingField.test(message)) return message;
  const [, type = ''] = typeOfLiteral.exec(message) ?? [];
  // Only a type of the schema is named, so this is no text of the caller.
  const named = schema.getType(type.replaceAll(/\W/g, ''));
  return `Invalid value: ${isInputType(named) ? expectedType(named, introspection, type) : 'it has another type.'}`;
}

const missingField = /^Field "[\w.]+" (?:of required type "[\w[\]!]+" was not provided|must be non-null)\.$/;

/**
 * The expected type in a message: `Expected value of type "Int!", found …`, `Value … does not exist in
 * "Color" enum.`, `Int cannot represent …`
 */
const typeOfLiteral = /^(?:Expected value of type "|Enum "|Value "[^]*" does not exist in "|OneOf Input Object ")?([\w[\]!]+)/;

/** Returns what a value should have been. While introspection is on, an enum has its members, a `@oneOf` input object its fields. */
export function expectedType(named: GraphQLNamedInputType, introspection: boolean, name = named.name): string {
  if (!introspection) return `expected type "${name}".`;
  const choices = isEnumType(named) ? named.getValues().map((value) => value.name) : [];
  if (isInputObjectType(named) && named.isOneOf) choices.push(...Object.keys(named.getFields()));
  const permitted = choices.length === 0 ? '' : ` (${isEnumType(named) ? 'one' : 'exactly one'} of ${choices.join(', ')})`;
  return `expected type "${name}"${permitted}.`;
}
