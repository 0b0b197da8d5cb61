import { entriesInOrder, type Json, type JsonObject, orderedJsonText } from '../../primitives/json.js';
import type { FormField } from '../../records/form-field.js';
import type { Form } from './form-fields.js';

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
  return { name, field: form.get(name) ?? null, value: formAnswerValue(valuesByName[name]) };
}

function formAnswerValue(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : orderedJsonText(value);
}
