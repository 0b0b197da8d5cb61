/* The error of a scalar about a value of a caller. */

import { GraphQLError } from 'graphql';

/** States what was expected, and quotes no value. The server therefore sends its message as it is. */
export class ValueError extends GraphQLError {}
