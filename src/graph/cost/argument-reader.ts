import { print, valueFromASTUntyped, type FieldNode, type OperationDefinitionNode, type SelectionNode, type ValueNode } from 'graphql';

/** Begins the identity of an argument that is known by its variable's name alone. */
export const unresolved = '\u0001';

/** Whether an identity begins with a variable's name. */
export const isUnresolved = (identity: string): boolean => identity.charCodeAt(0) === 1;

/** Reads what an operation's arguments say before anything is coerced: variables by their given or default value. */
export class ArgumentReader {
  readonly #variables: Record<string, unknown>;
  /** Whether a variable was read so far: if none was, other variables would have read the same. */
  readsVariables = false;
  readonly #texts = new Map<object, string>();

  /** @param exact whether identities are taken from the values of variables, not from their names */
  constructor(
    operation: OperationDefinitionNode,
    given: Readonly<Record<string, unknown>>,
    private readonly exact = false,
  ) {
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

  /** A text that is the same for the same argument, or the same member of it; blank for none. A variable counts by its name, so that its value need not be read. */
  identity(node: FieldNode, name: string, member?: string): string {
    let ast = node.arguments?.find((argument) => argument.name.value === name)?.value;
    let below = member;
    if (ast?.kind === 'ObjectValue' && below !== undefined) {
      ast = ast.fields.find((field) => field.name.value === member)?.value;
      below = undefined;
    }
    if (ast === undefined) return '';
    if (!this.exact && ast.kind === 'Variable') return `${unresolved}$${ast.name.value}${below ?? ''}`;
    if (!this.exact && holdsVariable(ast)) return `${unresolved}${print(ast)}${below ?? ''}`;
    const value = this.#read(ast);
    return this.#text(below === undefined ? value : ((value ?? {}) as Record<string, unknown>)[below]);
  }

  /** Whether the members of an argument are known. */
  isObject(node: FieldNode, name: string): boolean {
    return this.exact || node.arguments?.find((argument) => argument.name.value === name)?.value.kind === 'ObjectValue';
  }

  #text(value: unknown): string {
    if (value === undefined || value === null) return '';
    if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
    const known = this.#texts.get(value) ?? JSON.stringify(value);
    this.#texts.set(value, known);
    return known;
  }

  #read(node: ValueNode): unknown {
    this.readsVariables ||= holdsVariable(node);
    return valueFromASTUntyped(node, this.#variables);
  }

  /** The items of a list argument; one value stands for a list of one. undefined where it is not given. */
  list(node: FieldNode, name: string): readonly unknown[] | undefined {
    const value = this.value(node, name);
    return value === undefined || value === null || Array.isArray(value)
      ? ((value ?? undefined) as readonly unknown[] | undefined)
      : [value];
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
