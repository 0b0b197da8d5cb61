import { JsonNumber, orderedJsonText } from '../primitives/json.js';
import { hasNoValue, list, optionalInt, optionalString, string, type RawRecord } from '../records/decode.js';
import * as field from '../records/field.js';
import { formFieldKinds, type FormField, type FormFieldKind } from '../records/form-field.js';
import type { ActivityId } from '../records/ids.js';
import type { ReplyPosition } from '../records/reply-position.js';
import { RecordView, withFields } from '../records/view.js';
import { isRecord, parseJsonText } from './json/json.js';

/** §2.1: a field of the registration form. */
export class FormFieldView
  extends withFields(RecordView, {
    name: field.of('name', fieldKey),
    type: field.string('type'),
    label: field.string('label'),
    hidden: field.flag('hidden'),
    placeholder: field.optionalString('placeholder'),
    /** The attendee's value for this field. Only check-in results contain it (§4.5). */
    storedValue: field.of('custom_store', storedText),
  })
  implements FormField
{
  constructor(
    raw: RawRecord,
    position: ReplyPosition,
    /** The activity whose form was requested. The field may name another one, such as that of a shared form. */
    readonly activityId: ActivityId,
  ) {
    super(raw, position);
  }

  get kind(): FormFieldKind {
    const type = this.type.toUpperCase();
    return formFieldKinds.find((kind) => kind === type) ?? 'OTHER';
  }
  get defaultValue(): string | null {
    return this.kind === 'RADIO' ? null : this.read('value', optionalString);
  }
  /** The options of a radio field, which arrive as the JSON text of a list or as the list itself. @returns null for other kinds */
  get options(): readonly string[] | null {
    return this.kind === 'RADIO' ? this.read('value', decodeOptions) : null;
  }
  get sort(): number {
    return this.read('sort', optionalInt) ?? 0;
  }
}

/** The keys of a form field for the e-mail address. The interface also spells the member of an attendee `eamil` (§2.2). */
const emailKeys: ReadonlySet<string> = new Set(['email', 'eamil']);

/** Whether a form field with this key is for an e-mail address. */
export const isEmailKey = (key: string): boolean => emailKeys.has(key.toLowerCase());

function fieldKey(raw: unknown, position: ReplyPosition): string {
  const key = string(raw, position);
  if (key === '') throw position.invalid('a field key');
  return key;
}

function decodeOptions(raw: unknown, position: ReplyPosition): readonly string[] {
  if (typeof raw !== 'string' || raw === '') return list(raw, position).map((option) => string(option, position));
  const options = parseJsonText(position.string(raw));
  if (typeof options !== 'object' || options === null) throw position.invalid('a JSON array of options');
  return list(options, position).map((option) => textOf(option, position.decoded));
}

/** A string as it is, a number as its digits, and any other value as JSON text. */
function textOf(raw: unknown, position: ReplyPosition): string {
  if (typeof raw === 'string' || typeof raw === 'number' || raw instanceof JsonNumber) return string(raw, position);
  return orderedJsonText(position.json(raw));
}

/** A form answer as text. An object or array becomes its JSON text. */
function storedText(raw: unknown, position: ReplyPosition): string | null {
  if (!hasNoValue(raw) && (Array.isArray(raw) || isRecord(raw))) return orderedJsonText(position.json(raw));
  return optionalString(raw, position);
}
