import type { z } from 'zod';
import { maxTypingErrors, nearest } from '../edit-distance.js';

/** A mistake in an operations file: where it is, and what was expected. */
export interface FileProblem {
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly expected: string;
}

/** The pointer of a member below another pointer. */
export const below = (pointer: string, ...keys: readonly PropertyKey[]): string =>
  pointer + keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Collects all problems of a file. */
export class FileProblems {
  readonly #problems: FileProblem[] = [];

  add(pointer: string, expected: string): void {
    this.#problems.push({ pointer, expected });
  }

  get all(): readonly FileProblem[] {
    return this.#problems;
  }

  /** Whether there is a problem at a place. */
  has(pointer: string): boolean {
    return this.#problems.some((problem) => problem.pointer === pointer);
  }

  /**
   * Reads a part of the file, and adds its problems.
   * @returns the members that have the form: the others may have further problems. null if the part is not an object
   */
  read<Format extends z.ZodObject>(format: Format, part: unknown, pointer: string): Partial<z.output<Format>> | null {
    const read = format.safeParse(part);
    if (read.success) return read.data;
    for (const issue of read.error.issues) this.#addIssue(issue, part, pointer, Object.keys(format.shape));
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return null;
    const members = Object.entries(format.shape).flatMap(([name, member]) => {
      const value = (member as z.ZodType).safeParse((part as Readonly<Record<string, unknown>>)[name]);
      return value.success && value.data !== undefined ? [[name, value.data] as const] : [];
    });
    return Object.fromEntries(members) as Partial<z.output<Format>>;
  }

  #addIssue(issue: z.core.$ZodIssue, part: unknown, pointer: string, members: readonly string[]): void {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) this.add(below(pointer, ...issue.path, key), unknownMember(key, members));
      return;
    }
    const isMissing = issue.path.length === 1 && typeof part === 'object' && part !== null && !Object.hasOwn(part, issue.path[0]!);
    this.add(below(pointer, ...issue.path), `${isMissing ? 'missing; ' : ''}expected ${issue.message}`);
  }
}

/** An error text for a name that nothing reads: the nearest known name, or else all of them. */
function unknownMember(key: string, members: readonly string[]): string {
  const similar = nearest(key.toLowerCase(), members, maxTypingErrors);
  return similar ? `unknown member; did you mean ${similar.name}?` : `unknown member; expected one of ${members.join(', ')}`;
}
