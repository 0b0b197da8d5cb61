import type { ActivityId } from './ids.js';

export const formFieldKinds = ['INPUT', 'RADIO', 'AVATAR', 'DATE', 'OTHER'] as const;
export type FormFieldKind = (typeof formFieldKinds)[number];

/** One field of an activity's registration form (§2.1). */
export interface FormField {
  readonly name: string;
  /** The type as the service sends it. */
  readonly type: string;
  /** OTHER for a type that the interface does not define. */
  readonly kind: FormFieldKind;
  readonly label: string;
  /** null for a choice: the service puts its options in the same field. */
  readonly defaultValue: string | null;
  /** The options of a choice; null for any other kind. */
  readonly options: readonly string[] | null;
  readonly sort: number;
  readonly hidden: boolean;
  readonly placeholder: string | null;
  readonly activityId: ActivityId;
}

/** A form field with the form answer of one attendee, as returned to a check-in point (§4.5). */
export interface CheckInField {
  readonly field: FormField;
  /** The form answer. The service may mask it. */
  readonly storedValue: string | null;
}
