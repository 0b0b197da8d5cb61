/* A pushed check-in as it was received, with the service id of its attendee from the payload. */

import type { Json } from '../../primitives/json.js';
import type { CheckInEvent } from '../../records/check-in.js';
import { parseServiceId, type ActivityId, type ServiceId } from '../../records/ids.js';

/** The reference tokens of a JSON pointer (RFC 6901). */
export type JsonPointer = readonly string[];

/** A check-in as the processes of one graph send it to each other. */
interface CheckInMessage {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly payload: Json;
}

/** Returns the text of a check-in as a channel carries it. */
export const channelText = (message: CheckInMessage): string => JSON.stringify(message);

/** A check-in that this process has received. Its subscribers share it. */
export class ReceivedCheckIn implements CheckInEvent {
  readonly id: string;
  readonly receivedAt: Date;
  readonly payload: Json;
  readonly attendeeServiceId: ServiceId | null;

  private constructor(
    { id, at, payload }: CheckInMessage,
    readonly activityId: ActivityId,
    /** The length of its text, which is about its size in memory. */
    readonly bytes: number,
    attendeeAt: JsonPointer | null,
  ) {
    this.id = id;
    this.receivedAt = new Date(at);
    this.payload = payload;
    this.attendeeServiceId = attendeeAt && serviceIdOf(valueAtPointer(payload, attendeeAt));
  }

  /** Returns the check-in of a message; null for a message of another form. */
  static from(text: string, activityId: ActivityId, attendeeAt: JsonPointer | null): ReceivedCheckIn | null {
    const message = parseMessage(text);
    return message && new ReceivedCheckIn(message, activityId, Buffer.byteLength(text), attendeeAt);
  }
}

/** Reads a message of a channel. @returns null for a message of another form, which another program may send to the same channel */
function parseMessage(text: string): CheckInMessage | null {
  try {
    const message = JSON.parse(text) as Partial<CheckInMessage> | null;
    if (typeof message !== 'object' || message === null) return null;
    const { id, at, payload } = message;
    return typeof id === 'string' && typeof at === 'number' && payload !== undefined && payload !== null ? { id, at, payload } : null;
  } catch {
    return null;
  }
}

/** Returns the value that a JSON pointer names, or undefined if there is none. */
function valueAtPointer(value: Json, pointer: JsonPointer): Json | undefined {
  let found: Json | undefined = value;
  for (const token of pointer) {
    if (typeof found !== 'object' || found === null) return undefined;
    if (Array.isArray(found) && !/^(0|[1-9]\d*)$/.test(token)) return undefined;
    if (!Object.hasOwn(found, token)) return undefined;
    found = (found as Readonly<Record<string, Json>>)[token];
  }
  return found;
}

/** Reads the service id of an attendee, which may be a string, as in forms. @returns null for any other value */
function serviceIdOf(value: Json | undefined): ServiceId | null {
  return typeof value === 'number' || typeof value === 'string' ? parseServiceId(String(value).trim()) : null;
}
