/* The tables of docs/settings.md, and .env.example, which are written from the rows of src/config/settings.ts. */

import { sections, settings, type Setting } from '../../src/config/settings.js';

const rowsOf = (section: string): readonly Setting[] => settings.filter((setting) => setting.section === section);

/** The default of each mode as text, in words: `live false`. Empty for a setting without one. */
function defaultsOf({ default: fallback }: Setting, quote: (text: string) => string): string {
  if (typeof fallback === 'string') return quote(fallback);
  const ofModes = fallback === null ? [] : Object.entries(fallback);
  return ofModes.map(([mode, text]) => `${mode} ${quote(text)}`).join(', ');
}

const code = (text: string): string => `\`${text}\``;

const tableOf = (section: string): string =>
  ['| Name | Default | Accepts | Meaning |', '|---|---|---|---|', ...rowsOf(section).map(tableRow)].join('\n');

function tableRow(setting: Setting): string {
  // The page states once that ranges are of whole numbers.
  const { accepts, inDocs = accepts.replace('a whole number from ', '') } = setting.kind;
  return `| ${code(setting.name)} | ${defaultsOf(setting, code) || 'none'} | ${inDocs} | ${setting.meaning} |`;
}

/** Returns docs/settings.md with its tables as the rows have them. @throws Error for a section without a heading and a table below it */
export const withSettingsTables = (page: string): string => sections.reduce(withTable, page);

function withTable(page: string, section: string): string {
  const heading = page.indexOf(`\n## ${section}\n`);
  const start = page.indexOf('\n| Name |', heading) + 1;
  const nextHeading = page.indexOf('\n## ', heading + 1);
  if (heading === -1 || start === 0 || (nextHeading !== -1 && nextHeading < start))
    throw new Error(`docs/settings.md lacks the heading "## ${section}" with a table below it`);
  return page.slice(0, start) + tableOf(section) + page.slice(page.indexOf('\n\n', start));
}

/** Returns .env.example: every setting with its default, as a comment. */
export function envExample(): string {
  const head = [
    '# Every setting of Event Graph, with its default. Copy this file to .env, and remove the # of the lines that you change.',
    '# docs/settings.md explains each of them. Names that end in _MS are milliseconds, in _BYTES bytes.',
  ];
  const ofSection = (section: string) => ['', `# ${section}`, ...rowsOf(section).flatMap(envLines)];
  return [...head, ...sections.flatMap(ofSection), ''].join('\n');
}

function envLines(setting: Setting): readonly string[] {
  const meaning = setting.meaning.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
  const ofModes = typeof setting.default === 'string' ? '' : defaultsOf(setting, (text) => text);
  // A value, such as true, stays in lower case.
  const sentence = setting.meaning.startsWith('`') ? meaning : meaning[0]!.toUpperCase() + meaning.slice(1);
  return [
    `# ${sentence}${ofModes === '' ? '' : ` (default: ${ofModes})`}`,
    `#${setting.name}=${typeof setting.default === 'string' ? setting.default : ''}`,
  ];
}
