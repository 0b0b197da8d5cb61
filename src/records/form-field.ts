/* The fields of a registration form (§2.1). */

import { isRecord, parseJsonText } from '../json/json.js';
import { JsonNumber, orderedJsonText } from '../primitives/json-text.js';
import { decodeList, decodeOptionalInt, decodeOptionalString, decodeString, hasNoRecord, hasNoValue } from './decode.js';
import { computed, enumOf, flag, nullable, optionalText, text, decoded } from './field.js';
import type { ActivityId } from './ids.js';
import { recordClass } from './record.js';
import type { Envelope, ReplyPosition } from './reply.js';
import { recordsOfData } from './wire-record.js';

const FormFieldKinds = enumOf('FormFieldKind', 'The kind of a form field.', {
  INPUT: { description: 'A line of text.' },
  RADIO: { description: 'A choice of one of the options.' },
  AVATAR: { description: 'A picture of the attendee.' },
  DATE: { description: 'A date.' },
  OTHER: { description: 'A kind that is not documented; `type` names it.' },
});
export type FormFieldKind = keyof typeof FormFieldKinds.values;

export class FormField extends recordClass('FormField', {
  description: "One field of an activity's registration form.",
  scope: 'authenticated',
  people: 'none',
  fields: {
    name: decoded('String', 'name', fieldKey, 'The field key: `name`, `mobile`, or a generated one for custom fields.'),
    type: text('type', "The field's type, as the service sends it."),
    kind: computed(FormFieldKinds, 'The type as an enum. OTHER for a type that is not documented.'),
    label: text('label', 'The label to display beside the field.'),
    defaultValue: computed(nullable('String'), 'The default value; null if empty, and for a choice.'),
    options: computed({ type: 'String', isList: true, isNullable: true }, 'The options of a choice (type radio), else null.'),
    sort: decoded('Int', 'sort', (raw, position) => decodeOptionalInt(raw, position) ?? 0, 'The position of the field in the form.'),
    hidden: flag('hidden', 'Whether the field is hidden in the form.'),
    required: computed('Boolean', 'Whether a registration needs a value for the field: it does unless the field is hidden.'),
    placeholder: optionalText('placeholder', 'The text that the empty field shows; null if empty.'),
    activityId: computed('ID', 'The id of the activity that the form belongs to, such as "1001".'),
    /** The attendee's value for this field. Only check-in results contain it (§4.5). */
    storedValue: decoded(nullable('String'), 'custom_store', storedText),
  },
}) {
  get kind(): FormFieldKind {
    const type = this.type.toUpperCase();
    return Object.hasOwn(FormFieldKinds.values, type) ? (type as FormFieldKind) : 'OTHER';
  }
  get defaultValue(): string | null {
    return this.kind === 'RADIO' ? null : this.read('value', decodeOptionalString);
  }
  /** The options of a radio field, which arrive as the JSON text of a list or as the list itself. @returns null for other kinds */
  get options(): readonly string[] | null {
    return this.kind === 'RADIO' ? this.read('value', decodeOptions) : null;
  }
  /** A form requires its visible fields (§4.2). */
  get required(): boolean {
    return !this.hidden;
  }
}

/** The form of §4.1: all its fields, in the order of the service. @throws UpstreamInvalidResponseError */
export const formOf = (envelope: Envelope, activityId: ActivityId): readonly FormField[] =>
  recordsOfData(envelope, FormField, activityId, maxFields);

/** The maximum number of fields of a form, many more than people would fill in: a form is sorted and searched at once. */
const maxFields = 1_000;

/** The keys of a form field for the e-mail address. The interface also spells the member of an attendee `eamil` (§2.2). */
const emailKeys: ReadonlySet<string> = new Set(['email', 'eamil']);

/** Whether a form field with this key is for an e-mail address. */
export const isEmailKey = (key: string): boolean => emailKeys.has(key.toLowerCase());

function fieldKey(raw: unknown, position: ReplyPosition): string {
  const key = decodeString(raw, position);
  if (key === '') throw position.invalid('a field key');
  return key;
}

function decodeOptions(raw: unknown, position: ReplyPosition): readonly string[] {
  const options = typeof raw === 'string' && raw !== '' ? parseJsonText(raw) : (raw ?? []);
  if (options === undefined) throw position.invalid('a JSON array of options');
  return decodeList(options, position).flatMap((option) => (hasNoValue(option) ? [] : [textOf(option, position)]));
}

/** A string as it is, a number as its digits, and any other value as JSON text. */
function textOf(raw: unknown, position: ReplyPosition): string {
  if (typeof raw === 'string' || typeof raw === 'number' || raw instanceof JsonNumber) return decodeString(raw, position);
  return orderedJsonText(position.json(raw));
}

/** A form answer as text. An object or array becomes its JSON text. */
function storedText(raw: unknown, position: ReplyPosition): string | null {
  if (hasNoRecord(raw)) return null;
  return Array.isArray(raw) || isRecord(raw) ? orderedJsonText(position.json(raw)) : decodeString(raw, position);
}
