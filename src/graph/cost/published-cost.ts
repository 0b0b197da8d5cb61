import { getNamedType, isCompositeType, isListType, isNonNullType, type GraphQLField } from 'graphql';
import { assumedListSize, callCost, callsOfField, getOneFields, objectsOfField } from './cost-table.js';

/**
 * The directives @cost and @listSize of a field, as they are written, so that a router reckons as the graph itself does.
 * What they have no words for is left out: a call that fields share, and one call that serves several of an attendee's
 * fields, each of which bears its whole cost here.
 */
export function costDirectives(typeName: string, field: GraphQLField<unknown, unknown>): string {
  const coordinate = `${typeName}.${field.name}`;
  const listed = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
  const objects = isCompositeType(getNamedType(field.type)) ? (listed ? assumedListSize : 1) : (objectsOfField[coordinate] ?? 0);
  const calls = callsOf(coordinate);
  // The weight of a list counts for each of its items.
  const weight = (objects + callCost * calls) / (listed ? assumedListSize : 1);
  const weighs = calls > 0 || coordinate in objectsOfField;
  return `${weighs ? `@cost(weight: ${weight})` : ''} ${listed && objects > 0 ? listSize(coordinate) : ''}${paged.has(coordinate) ? pageSize : ''}`.trim();
}

function callsOf(coordinate: string): number {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  if (typeName === 'Attendee' && getOneFields.has(fieldName)) return 1;
  if (coordinate === 'Query.attendeesByIds') return 1;
  return callsOfField[coordinate] ?? 0;
}

const paged: ReadonlySet<string> = new Set(['Activity.attendees']);
const pageSize = ' @listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';
/** Lists whose size is told by the field above them. */
const sizedAbove: ReadonlySet<string> = new Set(['AttendeeConnection.edges', 'AttendeeConnection.nodes']);

const listSize = (coordinate: string): string => (sizedAbove.has(coordinate) ? '' : `@listSize(assumedSize: ${assumedListSize})`);
