import { valueFromASTUntyped, type FieldNode, type OperationDefinitionNode, type SelectionNode, type ValueNode } from 'graphql';

/** Reads what an operation's arguments say before anything is coerced: variables by their given or default value. */
export class ArgumentReader {
  readonly #variables: Record<string, unknown>;
  /** Whether a variable was read so far: if none was, other variables would have read the same. */
  readsVariables = false;

  constructor(operation: OperationDefinitionNode, given: Readonly<Record<string, unknown>>) {
    this.#variables = { ...given };
    for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
      if (defaultValue && this.#variables[variable.name.value] === undefined) {
        this.#variables[variable.name.value] = valueFromASTUntyped(defaultValue);
      }
    }
  }

  /** undefined where the argument is not given. */
  value(node: FieldNode, name: string): unknown {
    const argument = node.arguments?.find((candidate) => candidate.name.value === name);
    return argument && this.#read(argument.value);
  }

  #read(node: ValueNode): unknown {
    this.readsVariables ||= holdsVariable(node);
    return valueFromASTUntyped(node, this.#variables);
  }

  /** The items of a list argument; one value stands for a list of one. undefined where it is not given. */
  list(node: FieldNode, name: string): readonly unknown[] | undefined {
    const value = this.value(node, name);
    return value === undefined || value === null || Array.isArray(value) ? ((value ?? undefined) as readonly unknown[] | undefined) : [value];
  }

  /** Whether a selection is asked for, by its @skip and @include. */
  includes({ directives = [] }: SelectionNode): boolean {
    return directives.every(({ name, arguments: args = [] }) => {
      const condition = args.find((argument) => argument.name.value === 'if');
      const value = condition && this.#read(condition.value);
      return !((name.value === 'skip' && value === true) || (name.value === 'include' && value === false));
    });
  }
}

function holdsVariable(node: ValueNode): boolean {
  if (node.kind === 'ListValue') return node.values.some(holdsVariable);
  if (node.kind === 'ObjectValue') return node.fields.some((field) => holdsVariable(field.value));
  return node.kind === 'Variable';
}
