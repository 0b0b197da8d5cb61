/* The check of a registration against the activity's form, before it is sent. */

import { beginningOf, isBlank } from '../../primitives/values.js';
import { type FormField, type FormFieldKind, isEmailKey } from '../../records/form-field.js';
import type { NewRegistrant, NewRegistration } from '../../records/registration.js';
import { brokenRule, type UserError, type UserErrorRule } from '../../records/user-error.js';
import { valueOr, visitInSlices } from '../record-lists.js';
import { fieldsByName } from './form-fields.js';

/** The maximum length of a check-in code that the caller chooses, in characters (§8). */
const maxSignCodeLength = 10;

/** The maximum number of problems. Each registrant can have as many as the form has fields, so a body of 1 MB could have millions. */
const maxProblems = 1_000;

/** A field of the form as the check needs it: decoded once, however many registrants there are. */
interface CheckedField {
  /** On one line; null if it is blank or broken. */
  readonly label: string | null;
  readonly required: boolean;
  readonly kind: FormFieldKind;
  /** Empty if any value is accepted. */
  readonly options: ReadonlySet<string>;
  readonly isEmail: boolean;
}

/** The fields of a form by name. */
export type CheckedForm = ReadonlyMap<string, CheckedField>;

/**
 * Decodes a form for checks. One broken field of it does not stop all registrations: what cannot be read of a field is not checked, and is
 * left to the service. So a field without a readable name does not exist for the check. One whose `hidden` is broken is not required. One
 * whose type or options are broken, or whose options are objects, accepts any value.
 */
export function checkedForm(fields: readonly FormField[]): CheckedForm {
  return new Map(Array.from(fieldsByName(fields), ([name, field]) => [name, checkedField(name, field)]));
}

function checkedField(name: string, field: FormField): CheckedField {
  const label = labelOf(field);
  const options = valueOr(() => field.options, null) ?? [];
  return {
    label,
    required: valueOr(() => field.required, false),
    kind: valueOr(() => field.kind, 'OTHER'),
    options: new Set(options.some(isObjectText) ? [] : options),
    isEmail: isEmailField(name, label),
  };
}

/** Whether an option is the JSON text of an object or a list. Which value of it the service accepts is not documented. */
const isObjectText = (option: string): boolean => /^(?:\{.*\}|\[.*\])$/s.test(option);

/**
 * Checks a registration against the activity's form (§4.1). Other requests are served between the registrants.
 * @returns all problems, in the order of the input; of more than {@link maxProblems}, the first. No
 * message contains a value or an unknown name.
 */
export async function checkRegistration(registration: NewRegistration, form: CheckedForm): Promise<readonly UserError[]> {
  const userErrors: UserError[] = [];
  const add = (problems: Iterable<UserError>) => {
    for (const userError of userErrors.length < maxProblems ? problems : []) if (userErrors.push(userError) === maxProblems) break;
  };
  const { registrants } = registration;
  add(commonProblems(registration, form));
  await visitInSlices(registrants.entries(), ([index, registrant]) => {
    const mention = registrants.length === 1 ? '' : ` (attendee ${index + 1})`;
    add(registrantProblems(registrant, form, { path: ['attendees', String(index)], mention }));
  });
  return userErrors;
}

/** The contact or a registrant: the path of their input, and what follows a label in a message, such as " (contact)". */
interface Person {
  readonly path: readonly string[];
  readonly mention: string;
}

/** The problems of all that is not of one registrant. */
function* commonProblems({ contact, channel, registrants }: NewRegistration, form: CheckedForm): Generator<UserError> {
  yield* nameAndMobileProblems(contact, form, { path: ['contact'], mention: ' (contact)' });
  yield* textProblems(inputLabels.channel, channel ?? '', ['channel']);
  if (registrants.length === 0) yield problem('NOT_EMPTY', inputLabels.attendees, 'add at least one.', ['attendees']);
}

function* registrantProblems(registrant: NewRegistrant, form: CheckedForm, person: Person): Generator<UserError> {
  const { path, mention } = person;
  yield* nameAndMobileProblems(registrant, form, person);
  const given = new Map(registrant.fields.map(({ name, value }) => [name, value]));
  const timesSeen = new Map<string, number>();
  for (const [index, { name, value }] of registrant.fields.entries()) {
    const field = form.get(name);
    // A name that is not known is a value of the caller, and may be personal data: its position stands for it.
    const fieldPath = [...path, 'fields', field || isBuiltIn(name) ? name : String(index)];
    const label = `${field?.label ?? name}${mention}`;
    const seen = (timesSeen.get(name) ?? 0) + 1;
    timesSeen.set(name, seen);
    if (isBuiltIn(name)) {
      const advice = 'enter it once, not among the further fields of the form.';
      yield problem('SINGLE_VALUE', inputLabels[name] + mention, advice, fieldPath);
    } else if (field === undefined) {
      yield problem('UNKNOWN_FIELD', `Form answer ${index + 1}${mention}`, 'the form has no field with this name.', fieldPath);
    } else if (seen > 1) {
      // Reported at the second value only, however many follow. None of them is checked: the caller must remove them.
      if (seen === 2) yield problem('SINGLE_VALUE', label, 'give only one value.', fieldPath);
    } else {
      yield* textProblems(label, value, fieldPath);
      const found = isBlank(value) || !value.isWellFormed() ? null : formatProblem(field, value);
      if (found !== null) yield problem(found[0], label, found[1], fieldPath);
    }
  }
  for (const [name, { required, label }] of form)
    if (required && !isBuiltIn(name) && isBlank(given.get(name) ?? ''))
      yield problem('REQUIRED', `${label ?? name}${mention}`, 'a value is required.', [...path, 'fields', name]);
  const [signCode, signCodePath] = [registrant.signCode ?? '', [...path, 'signCode']];
  const signCodeLabel = inputLabels.signCode + mention;
  if (Array.from(signCode).length <= maxSignCodeLength) yield* textProblems(signCodeLabel, signCode, signCodePath);
  else yield problem('MAX_LENGTH', signCodeLabel, `use at most ${maxSignCodeLength} characters.`, signCodePath);
}

/** Refuses text with lone surrogates: they cannot be encoded, and replacing them would change what is registered. */
function* textProblems(label: string, value: string, path: readonly string[]): Generator<UserError> {
  if (!value.isWellFormed()) yield problem('UNICODE', label, 'use whole Unicode characters only.', path);
}

/**
 * Checks name and mobile, which every contact and registrant must have. The format of mobile numbers differs by country, and is
 * left to the service.
 */
function* nameAndMobileProblems(
  values: { readonly name: string; readonly mobile: string },
  form: CheckedForm,
  { path, mention }: Person,
): Generator<UserError> {
  for (const key of ['name', 'mobile'] as const) {
    const label = `${form.get(key)?.label ?? inputLabels[key]}${mention}`;
    const keyPath = [...path, key];
    if (isBlank(values[key])) yield problem('REQUIRED', label, 'a value is required.', keyPath);
    else yield* textProblems(label, values[key], keyPath);
  }
}

/** The label of a field on one line; null if it is blank or broken. */
function labelOf(field: FormField): string | null {
  const label = valueOr(() => field.label, '').replace(/[\p{C}\s]+/gu, ' ');
  return beginningOf(label.trim(), maxLabelLength).toWellFormed() || null;
}

const maxLabelLength = 60;

/** Whether the input has a member of its own for a field of the form. */
const isBuiltIn = (name: string): name is 'name' | 'mobile' => name === 'name' || name === 'mobile';

/** The labels of inputs for which the form has none. */
const inputLabels = {
  name: 'Name',
  mobile: 'Mobile number',
  channel: 'Channel',
  attendees: 'Attendees',
  signCode: 'Check-in code',
} as const;

/** Returns a user error such as "Name (contact): a value is required." @param label what people who fill in the form call the field */
const problem = (rule: UserErrorRule, label: string, message: string, field: readonly string[]): UserError =>
  brokenRule(rule, `${label}: ${message}`, field);

/**
 * Checks a value against its form field (§2.1). The interface names the types of fields and not their formats. So only values that are
 * certainly mistakes are refused. The service decides on all others, such as values of a field whose type or options are broken, and values
 * of a choice without options.
 * @returns the rule that it breaks and a clause on what to do, or null for a value that may be sent
 */
function formatProblem({ kind, options, isEmail }: CheckedField, value: string): readonly [UserErrorRule, string] | null {
  if (options.size > 0 && !options.has(value)) {
    const choice = options.size === 1 ? 'the only option' : `one of the ${options.size} options`;
    return ['OPTION', `choose ${choice} of the field, written exactly as the form has it.`];
  }
  if (kind === 'DATE' && !isDate(value)) return ['DATE', 'enter an existing date, written as YYYY-MM-DD.'];
  if (kind === 'AVATAR' && !isPicture(value)) {
    const pictures = 'its http(s) address, its path on the event service, or its content as data:image/…;base64.';
    return ['PICTURE', `send a picture: ${pictures}`];
  }
  if (isEmail && !/[^\s@]@[^\s@]/.test(value)) return ['EMAIL', 'enter an e-mail address, such as name@example.com.'];
  return null;
}

const time = /(?:[T\s]\s*(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?/.source;
const dates = [
  new RegExp(`^(?<year>\\d{4})(?<sign>[-/.])(?<month>\\d{1,2})(?:\\k<sign>(?<day>\\d{1,2})${time})?$`),
  new RegExp(`^(?<year>\\d{4})\\s?年\\s?(?<month>\\d{1,2})\\s?月(?:\\s?(?<day>\\d{1,2})\\s?[日号]${time})?$`),
  new RegExp(`^(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})$`),
];

/** Longer than any date. Normalising makes a text up to 18 times as long. */
const maxDateLength = 1_000;

/** Whether a string is a date that exists: year and month, and optionally day and time, in this order and in a common notation. */
function isDate(value: string): boolean {
  const trimmed = value.trim();
  if (trimmed.length > maxDateLength) return false;
  const text = trimmed.normalize('NFKC').trim();
  const { year, month, day = '1' } = dates.map((date) => date.exec(text)?.groups).find((groups) => groups !== undefined) ?? {};
  const [monthIndex, dayOfMonth] = [Number(month) - 1, Number(day)];
  const date = new Date(Date.UTC(Number(year), monthIndex, dayOfMonth));
  return date.getUTCMonth() === monthIndex && date.getUTCDate() === dayOfMonth;
}

/** The beginning of the Base64 text of a JPEG, PNG, GIF, WebP or BMP, at least 60 characters long; or of a data URL of an image. */
const imageStart = /^(?:(?:\/9j\/|iVBORw0KGgo|R0lGOD|UklGR|Qk)[A-Za-z0-9+/\s]{50}|data:image\/[^,]+;base64,[A-Za-z0-9+/_-])/i;

/**
 * Whether a string is an address (http, https or relative to the service), or an image in Base64, of which only the beginning is looked at:
 * a picture has millions of characters.
 */
function isPicture(value: string): boolean {
  const start = value.trimStart().slice(0, 1_000);
  if (/^https?:/i.test(start)) return URL.canParse(value);
  if (imageStart.test(start) || start.startsWith('/')) return true;
  return start.includes('/') && /^[^\s:]+\.[A-Za-z]{3,4}$/.test(start.trimEnd());
}

/**
 * Whether the field's name, or its whole label, means e-mail. Any further word in the label may allow another value ("E-mail or
 * phone").
 */
function isEmailField(name: string, label: string | null): boolean {
  if (isEmailKey(name)) return true;
  if (label === null || !/e-?mail|邮箱|电子邮件|邮件地址/i.test(label)) return false;
  return !/[\p{L}\p{N}]/u.test(label.replace(/e-?mail(?: address)?|电子|邮[箱件]|地址/giu, ''));
}
