import type { JsonObject } from '../model/json.js';
import { isBlank } from './decode.js';
import { jsonIn } from './json/json.js';
import type { Source } from './source.js';

/** The answers to the form (§2.2 content): an object (get-one), or the JSON text of one (list); undefined for a text that does not decode. */
export function formAnswersIn(raw: unknown, source: Source): JsonObject | null | undefined {
  if (typeof raw === 'string' && raw.trim() !== '') return answersInText(source.text(raw), source.decoded);
  if (isBlank(raw) || typeof raw === 'string') return Array.isArray(raw) ? {} : null;
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) return source.json(raw) as JsonObject;
  return undefined;
}

function answersInText(written: string, source: Source): JsonObject | null | undefined {
  const value = jsonIn(written);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return source.json(value) as JsonObject;
  if (Array.isArray(value) && value.length === 0) return {};
  return value === null ? null : undefined;
}
