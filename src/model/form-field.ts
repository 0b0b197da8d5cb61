import type { ActivityId } from './ids.js';

export const formFieldKinds = ['INPUT', 'RADIO', 'AVATAR', 'DATE', 'OTHER'] as const;
export type FormFieldKind = (typeof formFieldKinds)[number];

/** One field of an activity's registration form (§2.1). */
export interface FormField {
  readonly name: string;
  /** The type as the service sends it. */
  readonly type: string;
  /** OTHER for a type that the interface does not name. */
  readonly kind: FormFieldKind;
  readonly label: string;
  /** null for a choice, whose value holds its options. */
  readonly defaultValue: string | null;
  /** null for anything but a choice. */
  readonly options: readonly string[] | null;
  readonly sort: number;
  readonly hidden: boolean;
  readonly placeholder: string | null;
  readonly activityId: ActivityId;
}

/** A form field with what one attendee answered, as a check-in point sees it (§4.5). */
export interface CheckInField {
  readonly field: FormField;
  /** May be masked by the service. */
  readonly storedValue: string | null;
}
