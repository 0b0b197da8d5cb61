import { print, valueFromASTUntyped, type FieldNode, type OperationDefinitionNode, type SelectionNode, type ValueNode } from 'graphql';
import { isIncluded } from '../selection/inclusion.js';

/** Reads the arguments of an operation before graphql-js coerces them. A variable has its given value, or else its default. */
export class ArgumentReader {
  /** Without a prototype, so that a variable named `constructor` which is not given has no value. */
  readonly #variables: Record<string, unknown>;
  /** The variables whose values were read. The same operation measures the same with any variables that have the same values for these. */
  readonly readVariables = new Set<string>();
  /** JSON texts by value: the same long list may be an argument of many fields. */
  readonly #texts = new Map<object, string>();

  /** @param exact whether a variable in an argument is identified by its value (true) or by its name (false) */
  constructor(
    operation: OperationDefinitionNode,
    given: Readonly<Record<string, unknown>>,
    private readonly exact = false,
  ) {
    this.#variables = Object.assign(Object.create(null) as Record<string, unknown>, given);
    for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
      if (defaultValue && this.#variables[variable.name.value] === undefined) {
        this.#variables[variable.name.value] = valueFromASTUntyped(defaultValue);
      }
    }
  }

  /** The value of an argument; undefined if it is not given. */
  value(node: FieldNode, name: string): unknown {
    const ast = argumentNode(node, name);
    return ast && this.#read(ast);
  }

  /** A string that is equal for equal arguments, or for equal members of an argument; empty if it is not given. */
  argumentKey(node: FieldNode, name: string, member?: string): string {
    let ast = argumentNode(node, name);
    let remaining = member;
    if (ast?.kind === 'ObjectValue' && remaining !== undefined) {
      ast = ast.fields.find((field) => field.name.value === member)?.value;
      remaining = undefined;
    }
    if (ast === undefined) return '';
    if (!this.exact && ast.kind === 'Variable') return byVariableName(`$${ast.name.value}${remaining ?? ''}`);
    if (!this.exact && containsVariable(ast)) return byVariableName(`${print(ast)}${remaining ?? ''}`);
    const value = this.#read(ast);
    return this.#text(remaining === undefined ? value : ((value ?? {}) as Record<string, unknown>)[remaining]);
  }

  /** Whether the members of an argument are known: it is written as an object, or variables are read by value. */
  knowsMembers(node: FieldNode, name: string): boolean {
    return this.exact || argumentNode(node, name)?.kind === 'ObjectValue';
  }

  /**
   * The items of a list argument; a single value is a list of one. undefined if the argument is null, or has neither a value nor a default.
   * @param defaultValue the default of the argument
   */
  list(node: FieldNode, name: string, defaultValue?: unknown): readonly unknown[] | undefined {
    const given = this.value(node, name);
    const value = given === undefined ? defaultValue : given;
    if (value === undefined || value === null) return undefined;
    return Array.isArray(value) ? (value as readonly unknown[]) : [value];
  }

  /** Whether @skip and @include leave a selection in the operation. */
  includes(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return true;
    for (const { arguments: args = [] } of selection.directives) for (const { value } of args) this.#recordVariables(value);
    try {
      return isIncluded(selection, this.#variables);
    } catch {
      // A condition without a value is an error of the execution.
      return true;
    }
  }

  #text(value: unknown): string {
    if (value === undefined || value === null) return '';
    if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
    const text = this.#texts.get(value) ?? JSON.stringify(value);
    this.#texts.set(value, text);
    return text;
  }

  #read(node: ValueNode): unknown {
    this.#recordVariables(node);
    return valueFromASTUntyped(node, this.#variables);
  }

  #recordVariables(node: ValueNode): void {
    if (node.kind === 'ListValue') for (const item of node.values) this.#recordVariables(item);
    else if (node.kind === 'ObjectValue') for (const { value } of node.fields) this.#recordVariables(value);
    else if (node.kind === 'Variable') this.readVariables.add(node.name.value);
  }
}

/** The value of an argument as the document writes it; undefined if it is not given. */
function argumentNode({ arguments: args = [] }: FieldNode, name: string): ValueNode | undefined {
  return args.find((argument) => argument.name.value === name)?.value;
}

function containsVariable(node: ValueNode): boolean {
  if (node.kind === 'ListValue') return node.values.some(containsVariable);
  if (node.kind === 'ObjectValue') return node.fields.some((field) => containsVariable(field.value));
  return node.kind === 'Variable';
}

/*
 * In the first pass, the key of the argument in `activity(id: $a)` is U+0001 and `$a`: the value is not read (operation-cost.ts). No name in
 * GraphQL contains U+0001, so such a key is recognised inside longer keys. If an id of a caller contains it, the second pass reads the values.
 */
const marker = '\u0001';

/** The key of an argument by the text in which it names a variable. */
export const byVariableName = (text: string): string => marker + text;

export const isVariableName = (key: string): boolean => key.startsWith(marker);

export const mentionsVariableName = (key: string): boolean => key.includes(marker);
