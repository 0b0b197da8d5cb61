import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { variableMessages } from '../messages/input-message.js';

/** Deeper values overflow the stack of whatever follows them down. No input of the schema is nested so deep. */
const deepest = 100;

/** Values whose JSON is longer are looked at before GraphQL does. */
const largeFrom = 2000;

/**
 * GraphQL writes a faulty value out in full for each of fifty errors, though nobody is shown them: seconds for a large one.
 * @throws GraphQLError that tells of the first fault in large variables, or of one that is nested too deep
 */
export function refuseFaultyLargeVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  for (const definition of variableDefinitions) {
    const value = variables[definition.variable.name.value];
    if (typeof value !== 'object' || value === null) continue;
    if (isDeep(value))
      throw badInput(`Variable "$${definition.variable.name.value}" is nested too deep: at most ${deepest} levels are served.`);
    if (JSON.stringify(value).length < largeFrom) continue;
    const [message] = variableMessages(schema, definition, value, 1);
    if (message !== undefined) throw badInput(message);
  }
}

const badInput = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

/** Whether a value has more levels than are served; level by level, which needs no stack. */
function isDeep(value: object): boolean {
  let level: readonly object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((item) => Object.values(item).filter(isObject));
  }
  return false;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
