/* The defaults of the arguments that state the length of a page, such as `first` of `Activity.attendees`. */

import { isObjectType, type GraphQLSchema } from 'graphql';
import { costRowsOf, pageOf } from '../cost/cost-rows.js';

/** Lowers the defaults to a maximum, in every field that reads a page from the service: those whose cost row reads a page. */
export function lowerDefaultPageSizes(schema: GraphQLSchema, maxPageSize: number): void {
  for (const [coordinate, { reads, size }] of costRowsOf(schema)) {
    if (reads.kind !== 'page') continue;
    const [typeName, fieldName] = coordinate.split('.') as [string, string];
    const type = schema.getType(typeName);
    const args = isObjectType(type) ? type.getFields()[fieldName]?.args : undefined;
    const length = args?.find(({ name }) => name === pageOf(size));
    if (typeof length?.defaultValue === 'number') length.defaultValue = Math.min(length.defaultValue, maxPageSize);
  }
}
