import {
  getNamedType,
  GraphQLInt,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { assertReads } from './assert-reads.js';
import { costRowsOf, typesWithGetOneFields, type CostRows, type FieldSize } from './cost-rows.js';
import { costTableFile as table } from './schema-field.js';

type Field = GraphQLField<unknown, unknown>;

/**
 * Checks the cost row of every field with a resolver. A field without a row would count as free, so the limits of an operation would not
 * cover its calls. A row without a size would make 100 objects of `orders(first: 100)` count as one. assert-reads.ts checks the reads of a row.
 * @throws Error for the first field without a row, or whose row does not fit it
 */
export function assertCostRows(schema: GraphQLSchema): void {
  const costs = costRowsOf(schema);
  const withGetOneFields = typesWithGetOneFields(costs);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      assertField(coordinate, field, costs);
      assertReads({ typeName: type.name, coordinate, field }, costs, schema, withGetOneFields);
    }
  }
}

function assertField(coordinate: string, field: Field, costs: CostRows): void {
  const cost = costs.get(coordinate);
  if (cost === undefined) {
    if (!field.resolve && !field.subscribe) return;
    throw new Error(`${coordinate} has a resolver but no cost row. State what it reads, or that it is free, in ${table}.`);
  }
  if (cost.size !== undefined) return assertSize(coordinate, field, cost.size, costs);
  if (isListOfObjects(field) || (isCompositeType(getNamedType(field.type)) && field.args.some(mayStateLength))) {
    throw new Error(
      `${coordinate} returns a list or has an argument that may be a length. State the \`size\` of its cost row in ${table}.`,
    );
  }
}

function assertSize(coordinate: string, field: Field, size: FieldSize, costs: CostRows): void {
  if (typeof size !== 'object') return;
  const argument = 'itemsOf' in size ? size.itemsOf : size.pageOf;
  if (!field.args.some(({ name }) => name === argument)) {
    throw new Error(`${coordinate} has no argument ${argument}, which its cost row names as its size.`);
  }
  if ('itemsOf' in size) return;
  const page = getNamedType(field.type);
  const lists = isObjectType(page) ? Object.values(page.getFields()).filter(isListOfObjects) : [];
  const unsized = lists.find(({ name }) => costs.get(`${page.name}.${name}`)?.size === undefined);
  if (unsized)
    throw new Error(`${coordinate} returns a page, so ${page.name}.${unsized.name} needs a cost row with a \`size\`, in ${table}.`);
  if (lists.length === 0) throw new Error(`${coordinate} returns a page by its cost row, but ${page.name} has no list of objects.`);
}

const nullable = (type: GraphQLOutputType): GraphQLOutputType => (isNonNullType(type) ? type.ofType : type);
const isListOfObjects = ({ type }: Field): boolean => isListType(nullable(type)) && isCompositeType(getNamedType(type));

/** Whether the number of objects may depend on an argument: a number such as `first`, or a list such as `ids`. */
const mayStateLength = ({ type }: Field['args'][number]): boolean => {
  const given = isNonNullType(type) ? type.ofType : type;
  return isListType(given) || given === GraphQLInt;
};
