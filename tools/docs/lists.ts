/* The lists in documents whose items the code determines, such as kinds of content and endpoints. `npm run docs` writes them. */

import { entityTypeNames } from '../../src/graph/entity-types.js';
import { boundRecords } from '../../src/model/bound/endpoint-binding.js';
import { contentKinds, defaultTtlSeconds } from '../../src/model/content-kind.js';
import { entityKinds } from '../../src/model/ids.js';
import { endpoints } from '../../src/service/endpoints.js';
import { linksTo } from './interface-page.js';

interface List {
  readonly file: string;
  /** Where the list is: it is the only group. */
  readonly at: RegExp;
  readonly items: readonly string[];
  /** The text between items; `, ` if omitted. */
  readonly separator?: string;
}

const code = (names: readonly string[]): readonly string[] => names.map((name) => `\`${name}\``);

const lifetimes = { items: contentKinds.map((kind) => `${kind}=${defaultTtlSeconds[kind]}`), separator: ',' };
const content = contentKinds.map((kind) => (kind === 'fields' ? 'form fields' : inWords(kind)));

export const lists: readonly List[] = [
  { file: '.env.example', at: /^#CACHE_TTL=(.+)$/m, ...lifetimes },
  { file: 'docs/settings.md', at: /^CACHE_TTL=(.+)$/m, ...lifetimes },
  { file: 'docs/security.md', at: /^\| `content:read` \| ([^;]+);/m, items: content },
  {
    file: 'docs/event-service-interface.md',
    at: /^\| how long content stays current \| ([^|]+) \|/m,
    items: Object.values(endpoints).flatMap(({ cachedAs, section }) => (cachedAs === undefined ? [] : [`§${section}`])),
  },
  ...['2', '4'].map((part) => ({
    file: 'docs/event-service-interface.md',
    at: new RegExp(`^- \\[${part}\\. [^\\n]*?\\): (.*?)\\n(?=- )`, 'ms'),
    items: linksTo(part),
  })),
  { file: 'docs/library.md', at: /^- \*\*Methods\*\* are the service's endpoints: (.*?)\.$/ms, items: code(Object.keys(endpoints)) },
  { file: 'docs/clients.md', at: /^Kinds: (.*?)\.$/ms, items: code(entityKinds) },
  { file: 'docs/federation.md', at: /^- Entities, each with `@key\(fields: "id"\)`: (.*?)\.$/ms, items: code(entityTypeNames) },
  { file: 'docs/operations-file.md', at: /^\| ([^|]+) \| a documented record, /m, items: code(boundRecords) },
];

/** The words of an identifier: `form fields` of `formFields`. */
export function inWords(identifier: string): string {
  return identifier.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The text of a document with its lists as the code has them. @throws Error for a list that the document lacks */
export function withLists(file: string, text: string): string {
  return lists.filter((list) => list.file === file).reduce(withList, text);
}

function withList(text: string, { file, at, items, separator = ', ' }: List): string {
  const match = new RegExp(at, `${at.flags}d`).exec(text);
  const [start, end] = match?.indices?.[1] ?? [];
  if (start === undefined) throw new Error(`${file} lacks the list that tools/docs/lists.ts writes at ${at.source}`);
  const list = items.join(separator);
  const lineStart = text.lastIndexOf('\n', start) + 1;
  return text.slice(0, start) + (text.startsWith('|', lineStart) ? list : filled(list, start - lineStart)) + text.slice(end);
}

/** Breaks a list into lines of prose, but not inside the text of a link. @param column where its first line begins */
function filled(list: string, column: number): string {
  let end = column;
  return list
    .split(/ (?![^[\]]*\]\()/)
    .map((word, index) => {
      const breaks = end + 1 + word.length > 150;
      end = breaks ? 2 + word.length : end + 1 + word.length;
      return index === 0 ? word : `${breaks ? '\n  ' : ' '}${word}`;
    })
    .join('');
}
