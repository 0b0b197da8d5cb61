/* The variables with which an operation selects the least, to check its limits without a request. */

import { Kind, type OperationDefinitionNode, type VariableDefinitionNode } from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

/** Conditions beyond this number are true, so that the number of combinations stays small. */
const maxConditions = 8;

/**
 * Returns variables with which an operation may measure least. Variables with a default are left out, because the default applies.
 * A list is empty, a number is one. Each Boolean may include or skip a selection, so there is one result for each combination.
 */
export function leastVariables({ variableDefinitions = [] }: OperationDefinitionNode): readonly Variables[] {
  const open = variableDefinitions.filter(({ defaultValue }) => defaultValue === undefined);
  const fixed = Object.fromEntries(open.map((definition) => [definition.variable.name.value, leastOf(definition)]));
  const conditions = open.filter((definition) => typeOf(definition) === 'Boolean').map(({ variable }) => variable.name.value);
  return conditions.slice(0, maxConditions).reduce<readonly Variables[]>(
    (all, name) =>
      all.flatMap((given) => [
        { ...given, [name]: false },
        { ...given, [name]: true },
      ]),
    [fixed],
  );
}

function leastOf(definition: VariableDefinitionNode): unknown {
  const type = typeOf(definition);
  if (type === 'list') return [];
  if (type === 'Int') return 1;
  return type === 'Boolean' ? true : undefined;
}

/** Returns the name of a variable's type, or `list`. */
function typeOf({ type }: VariableDefinitionNode): string {
  const nullable = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return nullable.kind === Kind.LIST_TYPE ? 'list' : nullable.name.value;
}
