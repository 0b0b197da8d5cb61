/* The check of a registration against the activity's form, before it is sent. */

import { isBlank } from '../../primitives/values.js';
import { type FormField, isEmailKey } from '../../records/form-field.js';
import type { NewRegistrant, NewRegistration } from '../../records/registration.js';
import { brokenRule, type UserError, type UserErrorRule } from '../../records/user-error.js';
import { valueOr } from '../broken-values.js';
import { fieldsByName, type Form } from './form-fields.js';

/** The maximum length of a check-in code that the caller chooses, in characters (§8). */
const maxSignCodeLength = 10;

/**
 * From this number of problems on, no further registrant is checked, nor a further field of this one. Each can have as many problems as the form
 * has fields, so that a body of 1 MB could otherwise have millions.
 */
const enoughProblems = 1_000;

/**
 * Checks a registration against the activity's form (§4.1). One broken field of the form does not stop all registrations: what cannot be
 * read of a field is not checked, and is left to the service. So a field without a readable name does not exist for the check. One whose
 * `hidden` is broken is not required. One whose type or options are broken accepts any value.
 * @returns all problems, in the order of the input; from {@link enoughProblems} on, only those found so far. No message contains a value or an
 * unknown name.
 */
export function checkRegistration(registration: NewRegistration, fields: readonly FormField[]): readonly UserError[] {
  const form = fieldsByName(fields);
  const { contact, channel, registrants } = registration;
  const userErrors = [
    ...checkNameAndMobile(contact, form, ['contact']).map((one) => userErrorOf(one, 'contact')),
    ...checkText(inputLabels.channel, channel ?? '', ['channel']).map((one) => userErrorOf(one)),
    ...(registrants.length === 0 ? [userErrorOf(problem('NOT_EMPTY', inputLabels.attendees, 'add at least one.', ['attendees']))] : []),
  ];
  for (const [index, registrant] of registrants.entries()) {
    if (userErrors.length >= enoughProblems) break;
    const problems = checkRegistrant(registrant, form, ['attendees', String(index)]);
    for (const one of problems) userErrors.push(userErrorOf(one, registrants.length === 1 ? null : `attendee ${index + 1}`));
  }
  return userErrors;
}

function checkRegistrant(registrant: NewRegistrant, form: Form, path: readonly string[]): Problem[] {
  const given = new Map(registrant.fields.map(({ name, value }) => [name, value]));
  const timesSeen = new Map<string, number>();
  const problems = checkNameAndMobile(registrant, form, path);
  for (const [index, { name, value }] of registrant.fields.entries()) {
    if (problems.length >= enoughProblems) break;
    const field = form.get(name);
    // A name that is not known is a value of the caller, and may be personal data: its position stands for it.
    const fieldPath = [...path, 'fields', field || isBuiltIn(name) ? name : String(index)];
    const seen = (timesSeen.get(name) ?? 0) + 1;
    timesSeen.set(name, seen);
    if (isBuiltIn(name)) {
      problems.push(problem('SINGLE_VALUE', inputLabels[name], 'enter it once, not among the further fields of the form.', fieldPath));
    } else if (field === undefined) {
      problems.push(problem('UNKNOWN_FIELD', `Form answer ${index + 1}`, 'the form has no field with this name.', fieldPath));
    } else if (seen === 2) {
      // Reported at the second value only, however many follow.
      problems.push(problem('SINGLE_VALUE', labelOf(field) ?? name, 'give only one value.', fieldPath));
    } else {
      problems.push(...checkValue(field, name, value, fieldPath));
    }
  }
  for (const [name, field] of form) {
    if (problems.length >= enoughProblems) break;
    if (!isBuiltIn(name) && isRequired(field) && isBlank(given.get(name) ?? ''))
      problems.push(problem('REQUIRED', labelOf(field) ?? name, 'a value is required.', [...path, 'fields', name]));
  }
  return [...problems, ...checkSignCode(registrant.signCode, [...path, 'signCode'])];
}

/** Refuses text with lone surrogates: they cannot be encoded, and replacing them would change what is registered. */
function checkText(label: string, value: string, path: readonly string[]): Problem[] {
  return value.isWellFormed() ? [] : [problem('UNICODE', label, 'use whole Unicode characters only.', path)];
}

function checkValue(field: FormField, name: string, value: string, path: readonly string[]): Problem[] {
  const fieldLabel = labelOf(field);
  const label = fieldLabel ?? name;
  if (isBlank(value) || !value.isWellFormed()) return checkText(label, value, path);
  const found = findFormatProblem(field, fieldLabel, value);
  return found === null ? [] : [problem(found[0], label, found[1], path)];
}

function checkSignCode(signCode: string | null, path: readonly string[]): Problem[] {
  if (signCode === null || Array.from(signCode).length <= maxSignCodeLength) return checkText(inputLabels.signCode, signCode ?? '', path);
  return [problem('MAX_LENGTH', inputLabels.signCode, `use at most ${maxSignCodeLength} characters.`, path)];
}

/**
 * Checks name and mobile, which every contact and registrant must have. The format of mobile numbers differs by country, and is
 * left to the service.
 */
function checkNameAndMobile(person: { name: string; mobile: string }, form: Form, path: readonly string[]): Problem[] {
  return (['name', 'mobile'] as const).flatMap((key) => {
    const field = form.get(key);
    const label = (field && labelOf(field)) ?? inputLabels[key];
    const [value, keyPath] = [person[key], [...path, key]];
    return isBlank(value) ? [problem('REQUIRED', label, 'a value is required.', keyPath)] : checkText(label, value, keyPath);
  });
}

/** Whether a field is known to be required. */
const isRequired = (field: FormField): boolean => valueOr(() => field.required, false);

/** The label of a field on one line; null if it is blank or broken. */
function labelOf(field: FormField): string | null {
  const label = valueOr(() => field.label, '').replace(/[\p{C}\s]+/gu, ' ');
  return label.trim().slice(0, maxLabelLength).toWellFormed() || null;
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

/** A problem of one input. */
interface Problem {
  readonly rule: UserErrorRule;
  /** What people who fill in the form call the field: its label, or its name if it has no label. */
  readonly label: string;
  readonly message: string;
  /** The path of the input. */
  readonly field: readonly string[];
}

const problem = (rule: UserErrorRule, label: string, message: string, field: readonly string[]): Problem => ({
  rule,
  label,
  message,
  field,
});

/** Returns a problem as a user error, such as "Name (contact): a value is required." @param person null if only one can be meant */
const userErrorOf = ({ rule, label, message, field }: Problem, person: string | null = null): UserError =>
  brokenRule(rule, `${label}${person === null ? '' : ` (${person})`}: ${message}`, field);

/**
 * Checks a value against its form field (§2.1). The interface names the types of fields and not their formats. So only values that are
 * certainly mistakes are refused. The service decides on all others, such as values of a field whose type or options are broken, and values
 * of a choice without options.
 * @returns the rule that it breaks and a clause on what to do, or null for a value that may be sent
 */
export function findFormatProblem(field: FormField, label: string | null, value: string): readonly [UserErrorRule, string] | null {
  const kind = valueOr(() => field.kind, 'OTHER');
  const options = valueOr(() => field.options, null);
  if (options !== null && options.length > 0 && !options.includes(value)) {
    const choice = options.length === 1 ? 'the only option' : `one of the ${options.length} options`;
    return ['OPTION', `choose ${choice} of the field, written exactly as the form has it.`];
  }
  if (kind === 'DATE' && !isDate(value)) return ['DATE', 'enter an existing date, written as YYYY-MM-DD.'];
  if (kind === 'AVATAR' && !isPicture(value)) {
    const pictures = 'its http(s) address, its path on the event service, or its content as data:image/…;base64.';
    return ['PICTURE', `send a picture: ${pictures}`];
  }
  if (isEmailField(field, label) && !isEmail(value)) return ['EMAIL', 'enter an e-mail address, such as name@example.com.'];
  return null;
}

const time = /(?:[T\s]\s*(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?/.source;
const dates = [
  new RegExp(`^(?<year>\\d{4})(?<sign>[-/.])(?<month>\\d{1,2})(?:\\k<sign>(?<day>\\d{1,2})${time})?$`),
  new RegExp(`^(?<year>\\d{4})\\s?年\\s?(?<month>\\d{1,2})\\s?月(?:\\s?(?<day>\\d{1,2})\\s?[日号]${time})?$`),
  new RegExp(`^(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})$`),
];

/** Whether a string is a date that exists: year and month, and optionally day and time, in this order and in a common notation. */
function isDate(value: string): boolean {
  const text = value.normalize('NFKC').trim();
  const { year, month, day = '1' } = dates.map((date) => date.exec(text)?.groups).find((groups) => groups !== undefined) ?? {};
  const [monthIndex, dayOfMonth] = [Number(month) - 1, Number(day)];
  const date = new Date(Date.UTC(Number(year), monthIndex, dayOfMonth));
  return date.getUTCMonth() === monthIndex && date.getUTCDate() === dayOfMonth;
}

/** The beginning of the Base64 text of a JPEG, PNG, GIF, WebP or BMP. */
const imageBase64Start = /^(?:\/9j\/|iVBORw0KGgo|R0lGOD|UklGR|Qk)/;
/** The beginning of a data URL of an image. Only the first {@link maxStart} characters are searched for either. */
const imageDataUrlStart = /^data:image\/[a-z0-9.+-]+(?:;[a-z0-9=-]+){0,20};base64,/i;
const maxStart = 1000;

/**
 * Whether a text has the given start, and after it at least the given number of characters in Base64. A picture has millions of characters,
 * for which a pattern of the whole text may overflow the stack of V8: so a single character that is not Base64 is searched for.
 */
function isBase64After(start: RegExp, text: string, minLength: number, notBase64: RegExp): boolean {
  const [begin] = start.exec(text.slice(0, maxStart)) ?? [];
  if (begin === undefined) return false;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const content = text.slice(begin.length, text.length - padding);
  return content.length >= minLength && !notBase64.test(content);
}

/** Whether a string is an address (http, https or relative to the service), or an image in Base64. */
function isPicture(value: string): boolean {
  const text = value.trim();
  if (/^data:/i.test(text)) return isBase64After(imageDataUrlStart, text, 1, /[^A-Za-z0-9+/_\s-]/);
  if (/^https?:/i.test(text)) return URL.canParse(text);
  if (isBase64After(imageBase64Start, text, 60, /[^A-Za-z0-9+/\s]/)) return true;
  return text.startsWith('/') || (text.includes('/') && /^[^\s:]+$/.test(text) && /\.[A-Za-z]{3,4}$/.test(text));
}

/** Whether there is text on both sides of an @. */
function isEmail(value: string): boolean {
  return /[^\s@]@[^\s@]/.test(value);
}

/**
 * Whether the field's name, or its whole label, means e-mail. Any further word in the label may allow another value ("E-mail or
 * phone").
 */
function isEmailField({ name }: FormField, label: string | null): boolean {
  if (isEmailKey(name)) return true;
  if (label === null || !/e-?mail|邮箱|电子邮件|邮件地址/i.test(label)) return false;
  return !/[\p{L}\p{N}]/u.test(label.replace(/e-?mail(?: address)?|电子|邮[箱件]|地址/giu, ''));
}
