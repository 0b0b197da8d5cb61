import type { FormField } from '../model/form-field.js';

/**
 * What a form expects of a value (§2.1), where the value is something else; null for a value that may be sent. The
 * interface names the types and not their formats, so each check is as lenient as a form can be: it stops a value that
 * cannot be meant, and leaves the rest to the service.
 */
export function expectedInstead(field: FormField, label: string | null, value: string): string | null {
  const { kind, options } = field;
  if (options !== null && !options.includes(value)) {
    return `One of the ${options.length} options of the field is expected, exactly as FormField.options has it.`;
  }
  if (kind === 'DATE' && !isDate(value)) return 'A date of the calendar is expected, written as YYYY-MM-DD.';
  if (kind === 'AVATAR' && !isPicture(value)) {
    return 'A picture is expected: its http(s) address, its path on the event service, or its content as data:image/…;base64.';
  }
  if (asksForEmail(field, label) && !isEmail(value)) return 'An e-mail address is expected, such as name@example.com.';
  return null;
}

const time = /(?:[T\s]\s*(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?/.source;
const dates = [
  new RegExp(`^(?<year>\\d{4})(?<sign>[-/.])(?<month>\\d{1,2})(?:\\k<sign>(?<day>\\d{1,2})${time})?$`),
  new RegExp(`^(?<year>\\d{4})\\s?年\\s?(?<month>\\d{1,2})\\s?月(?:\\s?(?<day>\\d{1,2})\\s?[日号]${time})?$`),
  new RegExp(`^(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})$`),
];

/** A year, a month, mostly a day and perhaps a time, in the order of the interface's own dates; they must be in the calendar. */
export function isDate(value: string): boolean {
  const plain = value.normalize('NFKC').trim();
  const { year, month, day = '1' } = dates.map((date) => date.exec(plain)?.groups).find((groups) => groups !== undefined) ?? {};
  const [month0, dayOfMonth] = [Number(month) - 1, Number(day)];
  const date = new Date(Date.UTC(Number(year), month0, dayOfMonth));
  return date.getUTCMonth() === month0 && date.getUTCDate() === dayOfMonth;
}

/** How the Base64 of a JPEG, PNG, GIF, WebP or BMP begins. */
const imageBase64 = /^(?:\/9j\/|iVBORw0KGgo|R0lGOD|UklGR|Qk)[A-Za-z0-9+/\s]{60,}={0,2}$/;

/** An address (http, https or relative to the service), or the bytes of an image in Base64. */
export function isPicture(value: string): boolean {
  const text = value.trim();
  if (/^data:/i.test(text)) return /^data:image\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*;base64,[A-Za-z0-9+/_\s-]+={0,2}$/i.test(text);
  if (/^https?:/i.test(text)) return URL.canParse(text);
  if (imageBase64.test(text)) return true;
  return text.startsWith('/') || (text.includes('/') && /^[^\s:]+$/.test(text) && /\.[A-Za-z]{3,4}$/.test(text));
}

/** Something on both sides of an @. */
export function isEmail(value: string): boolean {
  return /[^\s@]@[^\s@]/.test(value);
}

/** A built-in key, or a label that says nothing but "e-mail": what else it said might allow another answer ("E-mail or phone"). */
function asksForEmail({ name }: FormField, label: string | null): boolean {
  if (/^e(?:mail|amil)$/i.test(name)) return true;
  if (label === null || !/e-?mail|邮箱|电子邮件|邮件地址/i.test(label)) return false;
  return !/[\p{L}\p{N}]/u.test(label.replace(/e-?mail(?: address)?|电子|邮[箱件]|地址/giu, ''));
}
