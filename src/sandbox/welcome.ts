/* What the program of the sandbox prints when it has started. */

import { sandboxActivityIds, sandboxCheckIn, sandboxKeys, type Sandbox } from './sandbox.js';

/** The text that `npm run sandbox` prints: address, keys, the rule of the signature and a first request. */
export function welcome({ url }: Sandbox): string {
  return `Event service sandbox at ${url}

  public key     ${sandboxKeys.publicKey}
  private key    ${sandboxKeys.privateKey}
  activities     ${sandboxActivityIds.join(', ')}
  check-in       token ${sandboxCheckIn.token}, user_id ${sandboxCheckIn.userId}, point_id ${sandboxCheckIn.pointId}
  Service-Auth   JSON of UserPublicKey, ActivityId, Time, Version, Signature
  Signature      md5 of {UserPublicKey}{ActivityId}{Time}{Version}{PrivateKey}, hex, lower case

Try it:

${curlExample(url)}
`;
}

/** Shell commands that sign and send a getList for the first three attendees. */
export function curlExample(url: string): string {
  const { publicKey, privateKey } = sandboxKeys;
  const activityId = sandboxActivityIds[0];
  return `TIME=$(date +%s)
SIGNATURE=$(printf '%s' "${publicKey}${activityId}\${TIME}1${privateKey}" | openssl md5 | sed 's/.* //')
curl -sS ${url}/api/participant/getList -F page=1 -F pagesize=3 \\
  -H "Service-Auth: {\\"UserPublicKey\\":\\"${publicKey}\\",\\"ActivityId\\":${activityId},\\"Time\\":$TIME,\\"Version\\":1,\\"Signature\\":\\"$SIGNATURE\\"}"`;
}
