import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { variableMessages } from '../messages/input-message.js';

/** Deeper values overflow the stack of the code that follows them down. No input of the schema is nested so deep. */
const maxLevels = 100;

/** Values with more characters of names and scalars than this are checked here, before GraphQL checks them. */
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
    const extent = { characters: 0 };
    if (isDeep(value, extent))
      throw badInput(`Variable "$${definition.variable.name.value}" is nested too deep: at most ${maxLevels} levels are served.`);
    if (extent.characters < largeFrom) continue;
    const [message] = variableMessages(schema, definition, value, 1);
    if (message !== undefined) throw badInput(message);
  }
}

const badInput = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

/**
 * Whether a value has more levels than are served. Adds its characters to the extent on the way, in about the number that
 * its JSON has. Allocates nothing: it runs for every operation with variables.
 */
function isDeep(value: object, extent: { characters: number }, level = 1): boolean {
  if (level > maxLevels) return true;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (isDeepItem(item, extent, level)) return true;
    return false;
  }
  for (const name in value) {
    extent.characters += name.length + charactersOfName;
    if (isDeepItem((value as Record<string, unknown>)[name], extent, level)) return true;
  }
  return false;
}

function isDeepItem(item: unknown, extent: { characters: number }, level: number): boolean {
  extent.characters += typeof item === 'string' ? item.length + charactersOfScalar : charactersOfScalar;
  return typeof item === 'object' && item !== null && isDeep(item, extent, level + 1);
}

/** Quotes and a colon. */
const charactersOfName = 3;
/** Quotes or brackets and a comma; about the length of a number. */
const charactersOfScalar = 3;
