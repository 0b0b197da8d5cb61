import type { FormField } from '../model/form-field.js';
import type { NewRegistrant, NewRegistration } from '../model/registration.js';
import type { UserError, UserErrorCode } from '../model/user-error.js';
import { expectedInstead } from './field-format.js';

/** At most this many characters in a check-in code of one's own choice (§8). */
export const maxSignCodeLength = 10;

/** Every problem of a registration against the activity's form (§4.1), in the order of the input. No value is quoted. */
export function checkRegistration(registration: NewRegistration, form: readonly FormField[]): readonly UserError[] {
  return [
    ...required(registration.contact, form, ['contact']),
    ...checkText(registration.channel ?? '', ['channel']),
    ...registration.registrants.flatMap((registrant, index) => checkRegistrant(registrant, form, ['attendees', String(index)])),
  ];
}

function checkRegistrant(registrant: NewRegistrant, form: readonly FormField[], path: readonly string[]): UserError[] {
  const further = form.filter(({ name }) => !builtIn.has(name));
  const given = new Map(registrant.fields.map(({ name, value }) => [name, value]));
  const times = new Map<string, number>();
  const problems = required(registrant, form, path);
  for (const [index, { name, value }] of registrant.fields.entries()) {
    const place = [...path, 'fields', fieldKey.test(name) ? name : String(index)];
    const field = further.find((candidate) => candidate.name === name);
    const seen = (times.get(name) ?? 0) + 1;
    times.set(name, seen);
    if (builtIn.has(name)) problems.push(problem('INVALID', `${name} is given beside the fields, not among them.`, place));
    else if (field === undefined)
      problems.push(problem('UNKNOWN_FIELD', 'The form has no field with this name; see Activity.formFields.', place));
    else if (seen === 2) problems.push(problem('INVALID', 'One value for each field is expected.', place, labelOf(field)));
    else problems.push(...checkValue(field, value, place));
  }
  for (const field of further) {
    if (!field.hidden && isBlank(given.get(field.name)))
      problems.push(problem('REQUIRED', 'The form asks for a value.', [...path, 'fields', field.name], labelOf(field)));
  }
  return [...problems, ...checkSignCode(registrant.signCode, [...path, 'signCode'])];
}

/** Half a character cannot be sent, and nothing is to be sent that was not given. */
function checkText(value: string, path: readonly string[], label: string | null = null): UserError[] {
  return value.isWellFormed() ? [] : [problem('INVALID', 'Text of whole Unicode characters is expected.', path, label)];
}

function checkValue(field: FormField, value: string, path: readonly string[]): UserError[] {
  const label = labelOf(field);
  if (isBlank(value) || !value.isWellFormed()) return checkText(value, path, label);
  const expected = expectedInstead(field, label, value);
  return expected === null ? [] : [problem('INVALID', expected, path, label)];
}

function checkSignCode(signCode: string | null, path: readonly string[]): UserError[] {
  if (signCode === null || Array.from(signCode).length <= maxSignCodeLength) return [];
  return [problem('TOO_LONG', `At most ${maxSignCodeLength} characters are expected.`, path)];
}

/** Name and mobile, which every contact and every registrant must have. What a mobile number looks like is the service's to decide: numbers differ by country. */
function required({ name, mobile }: { name: string; mobile: string }, form: readonly FormField[], path: readonly string[]): UserError[] {
  return Object.entries({ name, mobile }).flatMap(([key, value]) => {
    const field = form.find((candidate) => candidate.name === key);
    const label = field ? labelOf(field) : null;
    const place = [...path, key];
    return isBlank(value) ? [problem('REQUIRED', `A ${key} is expected.`, place, label)] : checkText(value, place, label);
  });
}

/** How people know the field, on one line; null where its label is blank or broken: that must not cost the registration. */
function labelOf(field: FormField): string | null {
  try {
    return (
      field.label
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, maxLabelLength)
        .toWellFormed() || null
    );
  } catch {
    return null;
  }
}

const maxLabelLength = 60;

/** What a field key looks like (§2.1). Anything else may be data in the wrong place, and is not repeated. */
const fieldKey = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const builtIn: ReadonlySet<string> = new Set(['name', 'mobile']);

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

/** The label comes first, since people know the field by it; the path is for programs and says which attendee. */
function problem(code: UserErrorCode, message: string, field: readonly string[], label: string | null = null): UserError {
  const path = field.join('.');
  return { code, message: `${label === null ? path : `${label} (${path})`}: ${message}`, field };
}
