/* Where the lines of an addition have what its example invents. */

import type { Step } from './steps.js';

/**
 * Returns where an addition has what its example invents, as items of a list: the path of its endpoint, each member of its record with its
 * field, and the id of a record of the sandbox. Empty if it has no endpoint.
 * @param textOf returns the text of a file as it is formatted
 */
export function inventedIn(steps: readonly Step[], textOf: (file: string) => string): string {
  const endpoint = steps.find(({ file, position }) => position === 'new' && file.startsWith('src/endpoint/'));
  const [, path] = /^ {2}path: '(.*)',$/m.exec(endpoint?.code ?? '') ?? [];
  if (endpoint === undefined || path === undefined) return '';
  const written = steps.flatMap((step) => writtenBy(step, textOf(step.file)));
  const placesOf = (pattern: RegExp, lines: readonly Line[] = written): string => {
    const numbers = new Map<string, readonly number[]>();
    for (const { file, number, line } of lines)
      if (pattern.test(line)) numbers.set(file, [...new Set([...(numbers.get(file) ?? []), number])]);
    return [...numbers].map(([file, all]) => `\`${file}:${all.join(',')}\``).join(', ');
  };
  const references = written.filter(({ file }) => file === referencesFile);
  const members = [...endpoint.code.matchAll(/^ {4}(\w+): field\.\w+\('(\w+)'/gm)].map(([, field, member]) => [member!, field!] as const);
  return [
    `- The path, ${path}: ${placesOf(new RegExp(path.replaceAll(/\W/g, '\\$&')))}`,
    ...members.map(([member, field]) => `- The member ${member}: ${placesOf(new RegExp(`\\b(${member}|${field})\\b`))}`),
    ...(references.length === 0 ? [] : [`- The id, which is that of a record of the sandbox: ${placesOf(/:1001:/, references)}`]),
  ].join('\n');
}

/** Where the tests of access have an id of each entity. */
const referencesFile = 'test/graph/access/paths.ts';

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
  if (start === -1) return lines.filter(({ line }) => line.trim() !== '' && !line.includes('TO DECIDE: ') && code.includes(line.trim()));
  const first = text.slice(0, start).split('\n').length - 1;
  const count = position === 'new' ? lines.length : code.trim().split('\n').length;
  return lines.slice(first, first + count).filter(({ line }) => !/^ {2}name: '[a-z]\w+',$|TO DECIDE: /.test(line));
}
