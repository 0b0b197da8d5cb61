import type { FormField } from '../../records/form-field.js';
import { isEmailKey } from '../../service/form-field.js';
import { valueOr } from '../broken-values.js';

/**
 * Checks a value against its form field (§2.1). The interface names the types of fields and not their formats. So only values that are
 * certainly mistakes are refused. The service decides on all others, such as values of a field whose type or options are broken, and values
 * of a choice without options.
 * @returns a clause on what to do, or null for a value that may be sent
 */
export function findFormatProblem(field: FormField, label: string | null, value: string): string | null {
  const kind = valueOr(() => field.kind, 'OTHER');
  const options = valueOr(() => field.options, null);
  if (options !== null && options.length > 0 && !options.includes(value)) {
    const choice = options.length === 1 ? 'the only option' : `one of the ${options.length} options`;
    return `choose ${choice} of the field, written exactly as the form has it.`;
  }
  if (kind === 'DATE' && !isDate(value)) return 'enter an existing date, written as YYYY-MM-DD.';
  if (kind === 'AVATAR' && !isPicture(value)) {
    return 'send a picture: its http(s) address, its path on the event service, or its content as data:image/…;base64.';
  }
  if (isEmailField(field, label) && !isEmail(value)) return 'enter an e-mail address, such as name@example.com.';
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
