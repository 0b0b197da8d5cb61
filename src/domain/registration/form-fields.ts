/* The fields of the registration form, and the form answers of an attendee in their order. */

import { entriesInOrder, type JsonObject, orderedJsonText } from '../../primitives/json-text.js';
import { hasNoRecord } from '../../records/decode.js';
import type { FormField } from '../../records/form-field.js';
import type { ActivityId } from '../../records/ids.js';
import { getFormFields } from '../../service/endpoints.js';
import { valueOr } from '../record-lists.js';
import type { OperationUpstream } from '../upstream.js';

/** The fields of a form by their names, in the order of the form. Of several fields with one name the first counts. */
export type Form = ReadonlyMap<string, FormField>;

/** The fields of the registration form of one activity for one GraphQL operation (§4.1). They are read once. */
export class FormFields {
  #all: Promise<readonly FormField[]> | undefined;
  #byName: Promise<Form> | undefined;

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {}

  /** Reads all fields, hidden fields included, in their sort order. @throws UpstreamError */
  all(): Promise<readonly FormField[]> {
    return (this.#all ??= this.upstream.read(getFormFields, this.activityId, undefined).then((fields) =>
      fields
        .map((field) => ({ field, sort: sortOf(field) }))
        .toSorted((one, other) => one.sort - other.sort)
        .map(({ field }) => field),
    ));
  }

  /** Reads all fields whose name can be read. @throws UpstreamError */
  byName(): Promise<Form> {
    return (this.#byName ??= this.all().then(fieldsByName));
  }
}

/** Indexes the fields of a form. A field whose name is broken is left out. */
export function fieldsByName(fields: readonly FormField[]): Form {
  const form = new Map<string, FormField>();
  for (const field of fields) {
    const name = valueOr(() => field.name, null);
    if (name !== null && !form.has(name)) form.set(name, field);
  }
  return form;
}

/** The sort order of a field; a field whose order is broken comes last. */
function sortOf(field: FormField): number {
  return valueOr(() => field.sort, Number.MAX_SAFE_INTEGER);
}

/** One form answer, with its form field. */
export interface FormAnswer {
  readonly name: string;
  /** null if the form no longer has this field. */
  readonly field: FormField | null;
  /** Text; JSON text for a structured form answer, null for an empty one. */
  readonly value: string | null;
}

/** Returns all form answers in the order of the form. Those whose field the form no longer has come last. */
export function formAnswersInOrder(valuesByName: JsonObject, form: Form): readonly FormAnswer[] {
  const names = new Set<string>();
  for (const name of form.keys()) if (Object.hasOwn(valuesByName, name)) names.add(name);
  for (const [name] of entriesInOrder(valuesByName)) names.add(name);
  return Array.from(names, (name) => formAnswer(name, valuesByName, form));
}

/** Returns the form answer for one field name; null if there is none. */
export function formAnswerByName(name: string, valuesByName: JsonObject, form: Form): FormAnswer | null {
  return Object.hasOwn(valuesByName, name) ? formAnswer(name, valuesByName, form) : null;
}

function formAnswer(name: string, valuesByName: JsonObject, form: Form): FormAnswer {
  const value = valuesByName[name];
  const text = hasNoRecord(value) ? null : typeof value === 'string' ? value : orderedJsonText(value);
  return { name, field: form.get(name) ?? null, value: text };
}
