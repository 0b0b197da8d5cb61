const { SHARE_RESULTS = '', JSON_SCAN = '' } = process.env;

/** The optimisations of the programs and graphs under test: `JSON_SCAN=false npx jest …` runs the tests without the scanner. */
export const settingsUnderTest = { SHARE_RESULTS, JSON_SCAN };
