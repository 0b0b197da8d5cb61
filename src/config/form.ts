/* The forms of files and options: how they are stated in zod, and what is said of a value that breaks one. */

import { z } from 'zod';
import { maxTypingErrors, nearest } from './misspelt-names.js';

/** A mistake in a file or in options: where it is, and what was expected. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly expected: string;
}

/** An object with these members and no other. @param expected what is expected in place of another value */
export const object = <Shape extends z.ZodRawShape>(shape: Shape, expected = 'an object') =>
  // Of an unknown member, the message is the list of the known ones.
  z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : expected) });

/** All problems of a value that breaks a form. No problem contains a part of the value, but for the names of its members. */
export const formProblems = (error: z.ZodError): readonly Problem[] => error.issues.flatMap((issue) => problemsOf(issue));

/** Checks a value. @returns null, and all problems, if it breaks the form */
export function checkForm<Form extends z.ZodType>(
  form: Form,
  value: unknown,
): { readonly value: z.output<Form> | null; readonly problems: readonly Problem[] } {
  const read = form.safeParse(value, { reportInput: true });
  return read.success ? { value: read.data, problems: [] } : { value: null, problems: formProblems(read.error) };
}

function problemsOf(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): readonly Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], expected: unknownMember(key, issue.message.split(', ')) }));
  if (issue.code === 'invalid_key') return [{ path, expected: `expected ${issue.issues[0]!.message}` }];
  if (issue.code === 'invalid_union') {
    // Of forms of objects, the problems are those of the form that the value is nearest to. Other values have no problem below themselves.
    const ofEach = issue.errors.map((errors) => errors.flatMap((each) => problemsOf(each, path)));
    const fewest = ofEach.reduce((best, next) => (next.length < best.length ? next : best));
    if (fewest.some((problem) => problem.path.length > path.length)) return fewest;
  }
  return [{ path, expected: `${issue.input === undefined ? 'missing; ' : ''}expected ${issue.message}` }];
}

/** An error text for a name that nothing reads: the nearest known name, or else all of them. */
function unknownMember(key: string, known: readonly string[]): string {
  const similar = nearest(key.toLowerCase(), known, maxTypingErrors);
  return similar ? `unknown member; did you mean ${similar.name}?` : `unknown member; expected one of ${known.join(', ')}`;
}
