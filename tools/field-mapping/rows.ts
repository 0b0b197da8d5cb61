import type { Row } from './row.js';
import * as rowsByNoun from './rows-by-noun.js';

/** One row for each documented field and parameter. */
export const rows: readonly Row[] = Object.values(rowsByNoun).flat();
