const noAttendeeTokens = 'this version has no tokens of attendees';

/** Settings of later versions by name, with the reason why this version rejects them. To ignore them would give the operator less than was configured. */
export const unsupportedSettings: Readonly<Record<string, string>> = {
  AUTH_JWT_ATTENDEE_CLAIMS: noAttendeeTokens,
  AUTH_JWT_TRUST_UNVERIFIED: noAttendeeTokens,
};
