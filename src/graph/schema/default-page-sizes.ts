/* The defaults of the arguments that state the length of a page, such as `first` of `Activity.attendees`. */

import { isObjectType, type GraphQLSchema } from 'graphql';
import { readsOf } from '../cost/reads.js';

/** Lowers the defaults to a maximum, in every field that reads a page from the service. */
export function lowerDefaultPageSizes(schema: GraphQLSchema, maxPageSize: number): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const first = readsOf(field)?.page?.first;
      const length = field.args.find(({ name }) => name === first);
      if (typeof length?.defaultValue === 'number') length.defaultValue = Math.min(length.defaultValue, maxPageSize);
    }
  }
}
