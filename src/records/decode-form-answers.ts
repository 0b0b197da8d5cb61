import type { JsonObject } from '../primitives/json.js';
import { isRecord, parseJsonText } from '../service/json/json.js';
import { hasNoValue } from './decode.js';
import type { ReplyPosition } from './reply-position.js';

/**
 * The form answers of an attendee (§2.2, `content`): an object in get-one, the JSON text of an object in the list.
 * @returns null for no value, undefined for anything else that is not an object: get-one may have a valid one
 */
export function decodeFormAnswers(raw: unknown, position: ReplyPosition): JsonObject | null | undefined {
  if (typeof raw === 'string' && raw.trim() !== '') return decodeText(position.string(raw), position.decoded);
  if (hasNoValue(raw) || typeof raw === 'string') return Array.isArray(raw) ? {} : null;
  if (isRecord(raw)) return position.json(raw) as JsonObject;
  return undefined;
}

function decodeText(text: string, position: ReplyPosition): JsonObject | null | undefined {
  const value = parseJsonText(text);
  if (isRecord(value)) return position.json(value) as JsonObject;
  if (Array.isArray(value) && value.length === 0) return {};
  return value === null ? null : undefined;
}
