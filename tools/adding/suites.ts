/* The suites that docs/adding/afterwards.md names: those that find most of what an addition lacks. */

/** Returns the suites of any addition that a page names. */
export const suitesIn = (page: string): readonly string[] => listed(/^npx jest (.*)$/m, page);

/** Returns the suites of a field of a record that a page names. */
export const suitesOfFieldIn = (page: string): readonly string[] => listed(/For a field of a record, `npx jest (.*?)`/, page);

const listed = (pattern: RegExp, page: string): readonly string[] => pattern.exec(page)?.[1]?.split(' ') ?? [];
