/*
 * Arguments that are given by a variable and identified by the variable's name, because its value is not read (operation-cost.ts).
 * Such an identity begins with U+0001, which no name in GraphQL contains, so it stays recognisable in keys that are put together from
 * identities. An id of a caller that contains the character counts as unknown: the measure is then made again with the values.
 */

const marker = '\u0001';

/** The identity of an argument by the text in which it names a variable. */
export const byVariableName = (text: string): string => marker + text;

/** Whether an identity is the name of a variable. */
export const isVariableName = (identity: string): boolean => identity.startsWith(marker);

/** Whether a key contains the name of a variable. */
export const mentionsVariableName = (key: string): boolean => key.includes(marker);
