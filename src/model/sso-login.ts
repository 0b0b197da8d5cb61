/** A jump address for one attendee (§4.11, §2.7). It signs its bearer on: treat it as a secret. */
export interface SsoLogin {
  readonly url: string;
  readonly token: string;
  readonly state: string;
  /** As the service sends it; its unit is not in the interface. */
  readonly expireDate: number;
}
