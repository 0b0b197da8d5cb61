import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { variableMessages } from './input-message.js';

/** Values whose JSON is longer are looked at before GraphQL does. */
const largeFrom = 2000;

/**
 * GraphQL writes a faulty value out in full for each of fifty errors, though nobody is shown them: seconds for a large one.
 * @throws GraphQLError that tells of the first fault in large variables
 */
export function refuseFaultyLargeVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  for (const definition of variableDefinitions) {
    const value = variables[definition.variable.name.value];
    if (typeof value !== 'object' || value === null || JSON.stringify(value).length < largeFrom) continue;
    const [message] = variableMessages(schema, definition, value, 1);
    if (message !== undefined) throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
  }
}
