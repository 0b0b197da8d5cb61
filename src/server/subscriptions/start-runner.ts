/* Starts subscriptions: parses, validates, checks and subscribes. */

import {
  createSourceEventStream,
  getOperationAST,
  getVariableValues,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { asGraphQLError, badInput, withCode } from '../messages/request-errors.js';
import type { ResponseErrors } from '../messages/response-errors.js';
import type { CheckBeforeExecution } from '../operations/check-before-execution.js';
import { documentNotFound, type RequestedDocuments } from '../operations/documents/requested-documents.js';
import { sha256Of } from '../operations/documents/trusted-documents.js';
import { validDocument, type DocumentRules } from '../operations/documents/valid-document.js';
import { refuseInvalidLargeVariables } from '../operations/limits/variable-limits.js';
import type { Runner, SubscriptionWork, WorkResult } from '../work.js';
import type { CheckedSubscription, Subscription, SubscriptionRequest } from './subscription-request.js';

export interface SubscriptionStart extends SubscriptionWork {
  readonly role: 'start';
  readonly subscription: Subscription;
  readonly parameters: SubscriptionRequest['parameters'];
}

export interface StartResult extends WorkResult {
  /** Omitted if a check or the field has refused the subscription. `errors` then state why. */
  readonly started?: { readonly checked: CheckedSubscription; readonly events: AsyncIterable<unknown> };
}

export interface StartOptions extends DocumentRules {
  readonly documents: RequestedDocuments;
  readonly checkBeforeExecution: CheckBeforeExecution;
  readonly responseErrors: ResponseErrors;
}

/** Returns the runner of starts. A start makes no call to the service. */
export function createStartRunner(options: StartOptions): Runner<SubscriptionStart, StartResult> {
  const { schema, documents, checkBeforeExecution, responseErrors } = options;

  /** Returns the operation of a request, as far as it is known, and the errors for which it cannot be subscribed to. */
  const resolve = ({ parameters, context }: SubscriptionStart) => {
    const { operationName } = parameters;
    const { text, trusted } = documents.find(parameters, context.caller);
    if (text === undefined) throw documentNotFound();
    const document = trusted?.document ?? validDocument(text, options);
    if (isErrors(document)) return { errors: document };
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== 'subscription') return { operation, errors: [onlySubscriptions()] };
    const variables = declaredVariables(operation, parameters.variables);
    const errors = invalidVariables(schema, operation, variables);
    if (errors) return { operation, errors };
    const args = {
      schema,
      document,
      variableValues: variables,
      contextValue: context,
      ...(operationName !== undefined && { operationName }),
    };
    return { operation, text, args };
  };
  const refused = async (start: SubscriptionStart, errors: readonly GraphQLError[], named: Named): Promise<StartResult> => ({
    ...named,
    errors: await responseErrors(errors, start),
  });

  return async (start, admit) => {
    let named: Named = {};
    try {
      const { operation, text, args, errors } = resolve(start);
      named = namedAs(operation);
      if (errors) return await refused(start, errors, named);
      const planned = await checkBeforeExecution(
        { document: args.document, definition: operation, text, sha256: sha256Of(text) },
        start,
        admit,
      );
      const source = await createSourceEventStream(args);
      if (isResult(source)) return await refused(start, source.errors ?? [], named);
      return { ...named, started: { checked: { args, operation, planned }, events: source } };
    } catch (error) {
      return refused(start, [asGraphQLError(error)], named);
    }
  };
}

type Named = Pick<WorkResult, 'operationType' | 'operationName'>;

const namedAs = (operation: OperationDefinitionNode | null | undefined): Named =>
  operation ? { operationType: operation.operation, operationName: operation.name?.value ?? null } : {};

const onlySubscriptions = (): GraphQLError =>
  badInput('This transport accepts subscriptions only. Send queries and mutations to POST /graphql.');

function isErrors(document: object): document is readonly GraphQLError[] {
  return Array.isArray(document);
}

function isResult(source: object): source is ExecutionResult {
  return !(Symbol.asyncIterator in source);
}

/** Returns the variables that an operation declares. Others have no effect, and would stay in memory as long as the subscription. */
function declaredVariables({ variableDefinitions = [] }: OperationDefinitionNode, given: Readonly<Record<string, unknown>> = {}) {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.fromEntries(names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]));
}

/**
 * Returns the errors of variables that do not fit their types, before the start reserves calls of the rate limit. graphql-js would print a
 * large one in full, so those are checked first. `checkBeforeExecution` repeats that, because most of its operations do not come from here.
 */
function invalidVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] | undefined {
  refuseInvalidLargeVariables(schema, operation, variables);
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 });
  return errors?.map((error) => withCode(error, 'BAD_USER_INPUT'));
}
