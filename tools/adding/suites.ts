/** Returns the suites that a page names: those that find most of what an addition lacks. docs/adding/afterwards.md has them. */
export const suitesIn = (page: string): readonly string[] => /^npx jest (.*)$/m.exec(page)?.[1]?.split(' ') ?? [];
