import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpResponse } from './program.js';

/** Whether the fixtures are written in place of compared. */
const freezing = process.env.FREEZE === '1';

/**
 * A fixture: a text for each name, in a file of this folder. Adds a test that the file has no other name.
 * @returns a function that compares the text of a name with that of the file
 */
export function frozen(file: string, names: readonly string[]): (name: string, text: string) => void {
  const path = join(__dirname, 'fixtures', file);
  const stored = new Map(
    (existsSync(path) ? readFileSync(path, 'utf8') : '')
      .split(/^=== /m)
      .slice(1)
      .map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1)]),
  );
  const written = new Map<string, string>();
  if (freezing) {
    afterAll(() => writeFileSync(path, names.map((name) => `=== ${name}\n${written.get(name) ?? stored.get(name) ?? ''}`).join('')));
  } else {
    test(`the fixture ${file} has a text for each case, and no other`, () => expect([...stored.keys()]).toEqual(names));
  }
  return (name, text) => {
    written.set(name, `${text}\n`);
    if (!freezing) expect(`${text}\n`).toBe(stored.get(name));
  };
}

/** The headers of most responses, which `responseText` leaves out. */
const usual: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept, authorization, x-api-key, origin',
  'x-content-type-options': 'nosniff',
};
/** Headers of the connection, and those that differ from request to request. */
const unrelated = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id']);

/** A response as text: the status, the headers that are not usual, those usual ones that it lacks, and the body. */
export async function responseText(response: HttpResponse): Promise<string> {
  const body = await response.text();
  const unusual = [...response.headers].filter(([name, value]) => !unrelated.has(name) && usual[name] !== value);
  const lacking = Object.keys(usual).filter((name) => !response.headers.has(name));
  return [
    String(response.status),
    ...unusual.map((header) => header.join(': ')).toSorted(),
    ...lacking.map((name) => `no ${name}`),
    ...(body === '' ? [] : [bodyText(body)]),
  ].join('\n');
}

/** A body, without what is random in it. A JSON body is laid out for people. */
export function bodyText(body: string): string {
  const stable = body.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT').replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID');
  try {
    return layOut(JSON.parse(stable));
  } catch {
    return short(stable);
  }
}

/** JSON with a line for each member, except for values that fit into one. */
export function layOut(value: unknown, indent = ''): string {
  if (typeof value === 'string') return JSON.stringify(short(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => layOut(item, inner))
    : Object.entries(value).map(([name, member]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${layOut(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length + indent.length <= 160 && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `${inner}${item}\n`).join('')}${indent}${close}`;
}

/** A text, or the digest of one that is too long to review. */
const short = (text: string): string =>
  text.length <= 1500
    ? text
    : `${text.slice(0, 60)}… ${text.length} characters, SHA-256 ${createHash('sha256').update(text).digest('hex')}`;

/** Lines under a title; nothing without lines. */
export const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${title}\n  ${lines.join('\n  ')}`;
