/** An address that signs one attendee in (§4.11, §2.7). Anyone who has it is signed in: treat it as a secret. */
export interface SsoLogin {
  readonly url: string;
  readonly token: string;
  readonly state: string;
  /** The expiry as the service sends it. Its unit is not known. */
  readonly expireDate: number;
}
