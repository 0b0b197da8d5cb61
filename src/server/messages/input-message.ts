import {
  BREAK,
  coerceInputValue,
  getNamedType,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  typeFromAST,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** What is wrong with a literal, from its place and the type expected there. */
export function literalMessage(schema: GraphQLSchema, literal: ValueNode): string {
  const text = literal.loc?.source.body;
  const { place, type } = text === undefined ? {} : placeOf(schema, text, literal);
  return `A value is not what is expected${place === undefined ? '' : ` ${place}`}${type === undefined ? '.' : `: ${expected(type)}.`}`;
}

/** GraphQL reports so many faults of all variables and no more. */
const mostFaults = 50;
const enough = new Error('Nobody is told of more faults.');

/** What is wrong with the value of a variable, one message a fault, in the order in which GraphQL reports them; the first of them. */
export function variableMessages(schema: GraphQLSchema, definition: VariableDefinitionNode, value: unknown, most = mostFaults): string[] {
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  if (!isInputType(type)) return [];
  const messages: string[] = [];
  const note = (path: readonly (string | number)[], _value: unknown, error: GraphQLError) => {
    if (messages.length === most) throw enough;
    const place = path.length === 0 ? '' : ` at "${name}${path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')}"`;
    messages.push(`Variable "$${name}" got an invalid value${place}; ${fault(error.message, typeAt(type, path))}`);
  };
  try {
    coerceInputValue(value, type, note);
  } catch (error) {
    if (error !== enough) throw error;
  }
  return messages;
}

const identifier = String.raw`"[\w!\[\].]{1,256}"`;
const harmless = new RegExp(
  [
    `^Field ${identifier} of required type ${identifier} was not provided\\.`,
    `Field ${identifier} must be non-null\\.`,
    `Expected non-nullable type ${identifier} not to be null\\.`,
    `Expected type ${identifier} to be an object\\.`,
  ].join('$|^') + '$',
);

/** Whether the message names nothing but types and fields. */
export const namesOnly = (message: string): boolean => harmless.test(message);

const unknownField = /^Field ("[^]*") is not defined by type ("\w{1,128}")\.(?: Did you mean [^]*)?$/;
/** A key that was meant for a field's name, rather than a value in the place of one. */
const fieldName = /^"(?!\w*\d{5})[_A-Za-z]\w{0,63}"$/;

function fault(message: string, type: GraphQLInputType | undefined): string {
  if (namesOnly(message)) return message;
  const unknown = unknownField.exec(message);
  if (unknown === null) return type !== undefined && tellsEnough(getNamedType(type)) ? `${expected(type)}.` : 'it is not what is expected.';
  const field = fieldName.test(unknown[1]!) ? `Field ${unknown[1]}` : 'A field';
  return `${field} is not defined by type ${unknown[2]}.`;
}

/** Whether the type alone says what is expected. */
function tellsEnough(named: GraphQLNamedInputType): boolean {
  return !isInputObjectType(named) || named.isOneOf;
}

/** "expected type "Date!" (a calendar date, …)": the words are the schema's own. */
function expected(type: GraphQLInputType): string {
  const words = wordsOf(getNamedType(type));
  return `expected type "${String(type)}"${words ? ` (${words.replace(/\.$/, '')})` : ''}`;
}

function wordsOf(named: GraphQLNamedInputType): string | undefined {
  if (isInputObjectType(named)) return named.isOneOf ? `exactly one of ${Object.keys(named.getFields()).join(', ')}` : undefined;
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

/** Where in the document the literal stands; the document is parsed anew, as only errors pay for it. */
function placeOf(schema: GraphQLSchema, text: string, literal: ValueNode): { place?: string; type?: GraphQLInputType } {
  const types = new TypeInfo(schema);
  const names: string[] = [];
  let owner = '';
  let result: { place?: string; type?: GraphQLInputType } = {};
  visit(
    parse(text),
    visitWithTypeInfo(types, {
      enter(node) {
        if (node.kind === 'VariableDefinition') owner = `as the default of the variable "$${node.variable.name.value}"`;
        if (node.kind === 'Argument') owner = 'for the argument';
        if (node.kind === 'Argument' || node.kind === 'ObjectField') names.push(node.name.value);
        if (node.kind !== literal.kind || node.loc?.start !== literal.loc?.start) return undefined;
        const type = types.getInputType();
        const at = names.length === 0 ? '' : `${owner.startsWith('as') ? ' at' : ''} "${names.join('.')}"`;
        result = { place: owner + at, ...(type && { type }) };
        return BREAK;
      },
      leave(node) {
        if (node.kind === 'Argument' || node.kind === 'ObjectField') names.pop();
        return undefined;
      },
    }),
  );
  return result;
}
