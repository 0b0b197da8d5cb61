/* Where the lines of an addition are, and those with what its example invents, for the list of what is left to decide. */

import type { Step } from './steps.js';

/**
 * Returns a text whose files in backticks, which may be without their folder, have the number of the line that the last step wrote there, as in
 * `src/rest.ts:12`. Files that the addition created have none.
 * @param textOf returns the text of a file as it is formatted
 */
export function withLines(text: string, steps: readonly Step[], textOf: (file: string) => string): string {
  const lines = new Map<string, number>();
  for (const { file, position, code } of steps) {
    if (position === 'new' || position === 'among the imports') continue;
    // The longest line occurs once.
    const line = code.split('\n').reduce((longest, one) => (one.trim().length > longest.length ? one.trim() : longest), '');
    const index = textOf(file)
      .split('\n')
      .findIndex((one) => one.includes(line));
    if (index !== -1) lines.set(file, index + 1);
  }
  return text.replaceAll(/`([\w./-]+\.\w+)`/g, (whole, name: string) => {
    const file = [...lines.keys()].find((one) => one === name || one.endsWith(`/${name}`));
    return file === undefined ? whole : `\`${file}:${lines.get(file)!}\``;
  });
}

/**
 * Returns where an addition has what its example invents, as items of a list: the path of its endpoint, and each member of its record with its
 * field. Empty if it has no endpoint.
 * @param textOf returns the text of a file as it is formatted
 */
export function inventedIn(steps: readonly Step[], textOf: (file: string) => string): string {
  const endpoint = steps.find(({ file, position }) => position === 'new' && file.startsWith('src/endpoint/'));
  const [, path] = /^ {2}path: '(.*)',$/m.exec(endpoint?.code ?? '') ?? [];
  if (endpoint === undefined || path === undefined) return '';
  const written = steps.flatMap((step) => writtenBy(step, textOf(step.file)));
  const placesOf = (pattern: RegExp): string => {
    const numbers = new Map<string, readonly number[]>();
    for (const { file, number, line } of written)
      if (pattern.test(line)) numbers.set(file, [...new Set([...(numbers.get(file) ?? []), number])]);
    return [...numbers].map(([file, all]) => `\`${file}:${all.join(',')}\``).join(', ');
  };
  const members = [...endpoint.code.matchAll(/^ {4}(\w+): field\.\w+\('(\w+)'/gm)].map(([, field, member]) => [member!, field!] as const);
  return [
    `- The path, ${path}: ${placesOf(new RegExp(path.replaceAll(/\W/g, '\\$&')))}`,
    ...members.map(([member, field]) => `- The member ${member}: ${placesOf(new RegExp(`\\b(${member}|${field})\\b`))}`),
  ].join('\n');
}

interface Line {
  readonly file: string;
  readonly number: number;
  readonly line: string;
}

/** The lines of a step, without the member `name` of an endpoint, which is no member of a record. */
function writtenBy({ file, position, code }: Step, text: string): readonly Line[] {
  if (position === 'among the imports') return [];
  const lines = text.split('\n').map((line, index) => ({ file, number: index + 1, line }));
  const start = position === 'new' ? 0 : text.indexOf(code.trim());
  // The formatter has changed the code: its lines are found one by one.
  if (start === -1) return lines.filter(({ line }) => line.trim() !== '' && code.includes(line.trim()));
  const first = text.slice(0, start).split('\n').length - 1;
  const count = position === 'new' ? lines.length : code.trim().split('\n').length;
  return lines.slice(first, first + count).filter(({ line }) => !/^ {2}name: '[a-z]\w+',$/.test(line));
}
