/*
 * The custom scalars, and the types of the fields of records. Records contain decoded values, so most scalars only check the type of a value.
 * Only Date is also an input.
 */

import { GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { ID, Int } from 'type-graphql';
import { isCalendarDate, rfc3339 } from '../../primitives/calendar.js';
import { isObject } from '../../primitives/values.js';
import type { GraphType, ScalarName } from '../../records/field.js';
import { ValueError } from '../format-error.js';

const rfc = 'https://www.rfc-editor.org/rfc/rfc';
const xmlSchema = 'https://www.w3.org/TR/xmlschema11-2/';

export const DateTimeScalar = output(
  'DateTime',
  `${rfc}3339#section-5.6`,
  'An instant in UTC, RFC 3339: "2026-11-22T09:30:00Z".',
  (value) => (value instanceof Date ? rfc3339(value) : undefined),
);

export const LocalTimeScalar = output(
  'LocalTime',
  `${rfc}3339#section-5.6`,
  'A local time of day, HH:MM:SS, in the time zone of the event, which the service does not state.',
  asText,
);

export const LocalDateTimeScalar = output(
  'LocalDateTime',
  `${xmlSchema}#dateTime`,
  'A date and time without a zone, YYYY-MM-DDTHH:MM:SS, as the service prints it.',
  asText,
);

export const DecimalScalar = output(
  'Decimal',
  `${xmlSchema}#decimal`,
  'An exact decimal number, as a string with the digits that the service sends: "99.00".',
  asText,
);

export const SafeIntScalar = output(
  'SafeInt',
  `${rfc}7493#section-2.2`,
  'An integer that may be too large for `Int`: from −(2^53 − 1) to 2^53 − 1.',
  (value) => (Number.isSafeInteger(value) ? value : undefined),
);

export const JsonScalar = output('JSON', `${rfc}8259`, 'Any JSON value, as the service sent it.', (value) => value);

export const JsonObjectScalar = output('JSONObject', `${rfc}8259#section-4`, 'A JSON object, as the service sent it.', (value) =>
  isObject(value) ? value : undefined,
);

export const DateScalar = new GraphQLScalarType<string, string>({
  name: 'Date',
  specifiedByURL: `${rfc}3339#section-5.6`,
  description: 'A calendar date, YYYY-MM-DD.',
  serialize: (value) => calendarDate(value),
  parseValue: (value) => calendarDate(value),
  parseLiteral: (node) => calendarDate(node.kind === Kind.STRING ? node.value : undefined, node),
});

const scalars: Readonly<Record<ScalarName, GraphQLScalarType | StringConstructor | BooleanConstructor>> = {
  ID,
  Int,
  String,
  Boolean,
  Date: DateScalar,
  DateTime: DateTimeScalar,
  LocalDateTime: LocalDateTimeScalar,
  LocalTime: LocalTimeScalar,
  Decimal: DecimalScalar,
  JSON: JsonScalar,
  SafeInt: SafeIntScalar,
};

/** The type of a field as TypeGraphQL takes it. */
export function returnTypeOf(type: GraphType) {
  if (typeof type === 'string') return scalars[type];
  return typeof type === 'function' ? (type() as new () => object) : type.names;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function output(name: string, specifiedByURL: string, description: string, serialize: (value: unknown) => unknown): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    specifiedByURL,
    description,
    serialize: (value) => {
      const serialized = serialize(value);
      if (serialized === undefined) throw new TypeError(`${name} cannot represent this value.`);
      return serialized;
    },
  });
}

function calendarDate(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string' && isCalendarDate(value)) return value;
  throw new ValueError('Expected a calendar date, YYYY-MM-DD.', { nodes: node ?? null });
}
