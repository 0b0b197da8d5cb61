/* The identity by which a credential names an attendee, and its normal form. */

/** The values by which a credential can name an attendee, in the order of `AttendeeLookup`. */
export const identityKinds = ['id', 'mobile', 'email', 'openId'] as const;
export type IdentityKind = (typeof identityKinds)[number];

/**
 * The attendee that a caller is, as its credential states it. It is plain data, because requests whose callers have equal identities may
 * share a result.
 */
export interface AttendeeIdentity {
  /** The value that names the attendee, in normal form. An id is a number of the service, or a global id. */
  readonly kind: IdentityKind;
  readonly value: string;
  /** The caller's own mobile number in normal form; null if it is not known. */
  readonly mobile: string | null;
}

/**
 * Returns a mobile number without spaces, hyphens and a leading +86. Numbers are compared in this form. The number of a credential is also
 * sent in it; a number of an input is sent as the caller writes it.
 */
export const normalMobile = (mobile: string): string => mobile.replace(/[\s-]/g, '').replace(/^\+86/, '');

/** Returns the form in which a value names an attendee. It is blank if the value is. */
export const normalIdentity = (kind: IdentityKind, value: string): string => (kind === 'mobile' ? normalMobile(value) : value.trim());
