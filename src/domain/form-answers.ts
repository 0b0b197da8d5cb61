import type { FormField } from '../model/form-field.js';
import type { Json, JsonObject } from '../model/json.js';

/** One answer to the form, with the field that it answers. */
export interface FormAnswer {
  readonly name: string;
  /** null where the form has no such field any more. */
  readonly field: FormField | null;
  /** A structured answer is JSON text; a blank one is null. */
  readonly value: string | null;
}

/** All answers in form order; those to fields that the form no longer has come last. */
export function formAnswersInOrder(answers: JsonObject, form: readonly FormField[]): readonly FormAnswer[] {
  const names = new Set(form.map(nameOf).filter((name) => name !== null && name in answers));
  for (const name of Object.keys(answers)) names.add(name);
  return [...names].map((name) => answerTo(name!, answers, form));
}

/** The answer under one key; null where there is none. */
export function formAnswerByName(name: string, answers: JsonObject, form: readonly FormField[]): FormAnswer | null {
  return Object.hasOwn(answers, name) ? answerTo(name, answers, form) : null;
}

function answerTo(name: string, answers: JsonObject, form: readonly FormField[]): FormAnswer {
  return { name, field: form.find((field) => nameOf(field) === name) ?? null, value: written(answers[name]) };
}

function written(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A field without a usable key answers to no name. */
function nameOf(field: FormField): string | null {
  try {
    return field.name;
  } catch {
    return null;
  }
}
