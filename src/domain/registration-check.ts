import type { FormField } from '../model/form-field.js';
import type { NewRegistrant, NewRegistration } from '../model/registration.js';
import type { UserError, UserErrorCode } from '../model/user-error.js';

/** At most this many characters in a check-in code of one's own choice (§8). */
export const maxSignCodeLength = 10;

/** Every problem of a registration against the activity's form (§4.1), in the order of the input. No value is quoted. */
export function checkRegistration(registration: NewRegistration, form: readonly FormField[]): readonly UserError[] {
  return [
    ...required(registration.contact, ['contact']),
    ...checkText(registration.channel ?? '', ['channel']),
    ...registration.registrants.flatMap((registrant, index) => checkRegistrant(registrant, form, ['attendees', String(index)])),
  ];
}

function checkRegistrant(registrant: NewRegistrant, form: readonly FormField[], path: readonly string[]): UserError[] {
  const further = form.filter(({ name }) => !builtIn.has(name));
  const given = new Map(registrant.fields.map(({ name, value }) => [name, value]));
  const times = new Map<string, number>();
  const problems = required(registrant, path);
  for (const [index, { name, value }] of registrant.fields.entries()) {
    const place = [...path, 'fields', fieldKey.test(name) ? name : String(index)];
    const field = further.find((candidate) => candidate.name === name);
    const seen = (times.get(name) ?? 0) + 1;
    times.set(name, seen);
    if (builtIn.has(name)) problems.push(problem('INVALID', `${name} is given beside the fields, not among them.`, place));
    else if (field === undefined) problems.push(problem('UNKNOWN_FIELD', 'The form has no field with this name; see Activity.formFields.', place));
    else if (seen === 2) problems.push(problem('INVALID', 'One value for each field is expected.', place));
    else problems.push(...checkValue(field, value, place));
  }
  for (const field of further) {
    if (!field.hidden && isBlank(given.get(field.name))) problems.push(problem('REQUIRED', 'The form asks for a value.', [...path, 'fields', field.name]));
  }
  return [...problems, ...checkSignCode(registrant.signCode, [...path, 'signCode'])];
}

/** Half a character cannot be sent, and nothing is to be sent that was not given. */
function checkText(value: string, path: readonly string[]): UserError[] {
  return value.isWellFormed() ? [] : [problem('INVALID', 'Text of whole Unicode characters is expected.', path)];
}

function checkValue({ options }: FormField, value: string, path: readonly string[]): UserError[] {
  if (!value.isWellFormed()) return checkText(value, path);
  if (options === null || isBlank(value) || options.includes(value)) return [];
  return [problem('INVALID', `One of the ${options.length} options of the field is expected, exactly as FormField.options has it.`, path)];
}

function checkSignCode(signCode: string | null, path: readonly string[]): UserError[] {
  if (signCode === null || Array.from(signCode).length <= maxSignCodeLength) return [];
  return [problem('TOO_LONG', `At most ${maxSignCodeLength} characters are expected.`, path)];
}

/** Name and mobile, which every contact and every registrant must have. */
function required({ name, mobile }: { name: string; mobile: string }, path: readonly string[]): UserError[] {
  return Object.entries({ name, mobile }).flatMap(([key, value]) =>
    isBlank(value) ? [problem('REQUIRED', `A ${key} is expected.`, [...path, key])] : checkText(value, [...path, key]),
  );
}

/** What a field key looks like (§2.1). Anything else may be data in the wrong place, and is not repeated. */
const fieldKey = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const builtIn: ReadonlySet<string> = new Set(['name', 'mobile']);

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

function problem(code: UserErrorCode, message: string, field: readonly string[]): UserError {
  return { code, message: `${field.join('.')}: ${message}`, field };
}
