import { GraphQLError, type GraphQLSchema, Kind, type ASTNode, type ValueNode } from 'graphql';
import { EventGraphError, QueryTooComplexError } from '../../model/errors.js';
import { literalMessage, namesOnly, variableMessages } from './input-message.js';
import { safeSyntaxMessage, tellsOfTooManyTokens } from './syntax-message.js';

/** What the messages are made from anew. */
export interface MessageSources {
  readonly schema: GraphQLSchema;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly maxTokens: number;
  readonly hideSuggestions: boolean;
}

/**
 * The errors of one answer, with messages that quote no value that the caller sent: GraphQL's own do.
 * What resolvers threw is left as it is.
 */
export function safeErrors(errors: readonly GraphQLError[], sources: MessageSources): GraphQLError[] {
  const faults = new Map<ASTNode, string[]>();
  return errors.map((error) => {
    if (error.originalError instanceof EventGraphError) return error;
    switch (error.extensions['code']) {
      case 'GRAPHQL_PARSE_FAILED':
        if (tellsOfTooManyTokens(error.message)) return tooManyTokens(sources.maxTokens);
        return rewritten(error, safeSyntaxMessage(error.message));
      case 'GRAPHQL_VALIDATION_FAILED':
        return rewritten(error, validationMessage(error, sources));
      case 'OPERATION_RESOLUTION_FAILURE':
        return badInput(
          error,
          error.message.startsWith('Must provide') ? error.message : 'The document has no operation of the name given as operationName.',
        );
      case 'BAD_REQUEST':
        return badInput(error, 'A GET can only query; mutations are sent by POST.');
      case 'BAD_USER_INPUT':
        return rewritten(error, variableMessage(error, sources, faults));
      case undefined:
        return uncoded(error);
      default:
        return error;
    }
  });
}

const mutedSuggestion = / ?Did you mean [^]+\?$/;

function validationMessage(error: GraphQLError, { schema, hideSuggestions }: MessageSources): string {
  if (error.extensions['validationErrorCode'] === 'INTROSPECTION_DISABLED') return 'Introspection is not allowed.';
  const [node] = error.nodes ?? [];
  if (node === undefined) return aboutTheWhole.test(error.message) ? error.message : 'A value in the document is not what is expected.';
  if (isLiteral(node) && !namesOnly(error.message)) return literalMessage(schema, node);
  return hideSuggestions ? error.message.replace(mutedSuggestion, '') : error.message;
}

const aboutTheWhole =
  /^(?:Too many validation errors, error limit reached\. )?Validation aborted\.$|recursively requests too many selections\.$/;

/** GraphQL's own message where it names only the variable and its type; else one made from the value's faults. */
function variableMessage(error: GraphQLError, { schema, variables }: MessageSources, faults: Map<ASTNode, string[]>): string {
  const definition = error.nodes?.[0];
  if (definition?.kind !== Kind.VARIABLE_DEFINITION) return error.message;
  const name = definition.variable.name.value;
  if (!error.message.startsWith(`Variable "$${name}" got invalid value `)) return error.message;
  let left = faults.get(definition);
  if (!left) faults.set(definition, (left = variableMessages(schema, definition, variables?.[name])));
  return left.shift() ?? `Variable "$${name}" got an invalid value.`;
}

/** Errors that GraphQL and Apollo leave without a code although the caller is to blame. */
function uncoded(error: GraphQLError): GraphQLError {
  const thrown = error.originalError;
  if (thrown !== undefined && !(thrown instanceof GraphQLError && thrown.originalError === undefined)) return error;
  const [node] = error.nodes ?? [];
  const argument = /^Argument "(\w+)" (?:has invalid value |of (?:required|non-null) type "[\w![\]]+" )/.exec(error.message);
  if (argument !== null && node !== undefined)
    return badInput(error, `Argument "${argument[1]}" is missing, null, or not what is expected.`);
  if (callersFault.test(error.message)) return badInput(error, error.message);
  return error;
}

const callersFault =
  /^(?:Too many errors processing variables, error limit reached\. Execution aborted\.|provided sha does not match query|Unsupported persisted query version)$/;

const literals: ReadonlySet<string> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
]);
const isLiteral = (node: ASTNode): node is ValueNode => literals.has(node.kind);

const badInput = (error: GraphQLError, message: string) => rewritten(error, message, 'BAD_USER_INPUT');

/** The original is dropped on purpose: whoever prints it would print the value. */
function rewritten(error: GraphQLError, message: string, code = error.extensions['code']): GraphQLError {
  const { http: _, ...extensions } = error.extensions;
  return new GraphQLError(message, {
    ...(error.nodes && { nodes: error.nodes }),
    ...(error.source && { source: error.source }),
    ...(error.positions && { positions: error.positions }),
    ...(error.path && { path: error.path }),
    extensions: { ...extensions, code },
  });
}

function tooManyTokens(maximum: number): GraphQLError {
  const error = new QueryTooComplexError('MAX_TOKENS', maximum, maximum + 1);
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code, ...error.details() } });
}
