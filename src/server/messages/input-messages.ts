/* Messages for invalid literals and variables: what was expected and where, without the value. */

import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  type ValueNode,
} from 'graphql';

/**
 * The messages for the invalid literals of one response. Each document is parsed once for all of them: one of a megabyte takes 10 to 90 ms,
 * and graphql-js reports up to a hundred literals.
 */
export class LiteralMessages {
  readonly #byText = new Map<string, LiteralPositions>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** Returns the message for a literal: its position in the document and the expected type. */
  of(literal: ValueNode): string {
    const found = this.#find(literal);
    return `Invalid value${found === undefined ? '' : ` ${inWords(found)}`}${found?.type === undefined ? '.' : `: ${expected(found.type)}.`}`;
  }

  #find({ kind, loc }: ValueNode): LiteralPosition | undefined {
    if (loc === undefined) return undefined;
    const text = loc.source.body;
    let positions = this.#byText.get(text);
    if (!positions) this.#byText.set(text, (positions = literalPositions(this.schema, text)));
    return positions.get(literalKey(kind, loc.start));
  }
}

/** Returns the message for an invalid value in a variable. @param error that of graphql-js for the value at the path */
export function variableMessage(name: string, type: GraphQLInputType, path: readonly (string | number)[], error: GraphQLError): string {
  const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  const position = keys === '' ? '' : ` at "${name}${keys}"`;
  return `Variable "$${name}" got an invalid value${position}; ${invalidValueReason(error.message, typeAt(type, path))}`;
}

const identifier = String.raw`"[\w!\[\].]{1,256}"`;
const messagesOfNames = new RegExp(
  [
    `^Field ${identifier} of required type ${identifier} was not provided\\.`,
    `Field ${identifier} must be non-null\\.`,
    `Expected non-nullable type ${identifier} not to be null\\.`,
    `Expected type ${identifier} to be an object\\.`,
  ].join('$|^') + '$',
);

/** Whether a message of graphql-js contains only names of types and fields, which are safe. */
export const namesOnly = (message: string): boolean => messagesOfNames.test(message);

const unknownField = /^Field ("[^]*") is not defined by type ("\w{1,128}")\.(?: Did you mean [^]*)?$/;
/** A key that looks like a field's name. Other keys can be values, such as a mobile number, and are not quoted. */
const fieldName = /^"(?!\w*\d{5})[_A-Za-z]\w{0,63}"$/;

function invalidValueReason(message: string, type: GraphQLInputType | undefined): string {
  if (namesOnly(message)) return message;
  const unknown = unknownField.exec(message);
  if (unknown === null) return type !== undefined && isSelfExplanatory(getNamedType(type)) ? `${expected(type)}.` : 'it has another type.';
  const field = fieldName.test(unknown[1]!) ? `Field ${unknown[1]}` : 'A field';
  return `${field} is not defined by type ${unknown[2]}.`;
}

/** Whether the name and description of the type suffice to correct the value. */
function isSelfExplanatory(named: GraphQLNamedInputType): boolean {
  return !isInputObjectType(named) || named.isOneOf;
}

/** Returns, for example, `expected type "Date!" (a calendar date, …)`. The text in parentheses is from the schema. */
function expected(type: GraphQLInputType): string {
  const description = descriptionOf(getNamedType(type));
  return `expected type "${String(type)}"${description ? ` (${asPartOfSentence(description)})` : ''}`;
}

/** Returns a sentence without its full stop. Its first word begins with a small letter, unless it is an abbreviation such as ISO. */
const asPartOfSentence = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());

function descriptionOf(named: GraphQLNamedInputType): string | undefined {
  if (isInputObjectType(named)) return named.isOneOf ? `exactly one of ${Object.keys(named.getFields()).join(', ')}` : undefined;
  if (isEnumType(named)) {
    const names = named.getValues().map(({ name }) => name);
    return `one of ${names.join(', ')}`;
  }
  return isScalarType(named) && !isSpecifiedScalarType(named) ? named.description?.trim().split('\n')[0] : undefined;
}

function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType | undefined {
  let at: GraphQLInputType | undefined = type;
  for (const key of path) {
    if (at === undefined) return undefined;
    if (typeof key === 'number') at = itemOf(at);
    else {
      const named: GraphQLInputType = getNamedType(at);
      at = 'getFields' in named ? named.getFields()[key]?.type : undefined;
    }
  }
  return at;
}

function itemOf(type: GraphQLInputType): GraphQLInputType | undefined {
  if (!('ofType' in type)) return undefined;
  const inner: GraphQLInputType = type.ofType;
  return String(type).endsWith('!') ? itemOf(inner) : inner;
}

/** The position of a literal, and the type expected there. */
interface LiteralPosition {
  /** The argument, or the variable whose default the literal is part of. */
  readonly owner: string;
  /** The names of the argument and of the fields around the literal. */
  readonly names: readonly string[];
  readonly type?: GraphQLInputType;
}
type LiteralPositions = ReadonlyMap<string, LiteralPosition>;

function inWords({ owner, names }: LiteralPosition): string {
  const at = names.length === 0 ? '' : `${owner.startsWith('as') ? ' at' : ''} "${names.join('.')}"`;
  return owner + at;
}

const literalKey = (kind: string, start: number): string => `${kind} ${start}`;

/** Returns the positions of all literals of a document. It parses the document again, which only errors need. */
function literalPositions(schema: GraphQLSchema, text: string): LiteralPositions {
  const types = new TypeInfo(schema);
  const names: string[] = [];
  const positions = new Map<string, LiteralPosition>();
  let owner = '';
  visit(
    parse(text),
    visitWithTypeInfo(types, {
      enter(node) {
        if (node.kind === 'VariableDefinition') owner = `as the default of the variable "$${node.variable.name.value}"`;
        if (node.kind === 'Argument') owner = 'for the argument';
        if (node.kind === 'Argument' || node.kind === 'ObjectField') names.push(node.name.value);
        if (!isLiteral(node) || node.loc === undefined) return;
        const type = types.getInputType();
        positions.set(literalKey(node.kind, node.loc.start), { owner, names: [...names], ...(type && { type }) });
      },
      leave(node) {
        if (node.kind === 'Argument' || node.kind === 'ObjectField') names.pop();
      },
    }),
  );
  return positions;
}

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
export const isLiteral = (node: ASTNode): node is ValueNode => literals.has(node.kind);
