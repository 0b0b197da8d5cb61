/* The sandbox as a program of its own. */

import { sandboxActivityIds, sandboxCheckIn, sandboxKeys, startSandbox } from './sandbox.js';

/**
 * The program behind `npm run sandbox`. Listens on HOST and PORT (0: any free port) until SIGINT or SIGTERM. SANDBOX_LIVE and
 * SANDBOX_SEED are as in the graph.
 */
async function main(): Promise<void> {
  const sandbox = await startSandbox({
    host: setting('HOST', '127.0.0.1'),
    port: Number(setting('PORT', '4100')),
    seed: Number(setting('SANDBOX_SEED', '0')),
  });
  process.stdout.write(welcome(sandbox.url));
  if (setting('SANDBOX_LIVE', 'true') === 'true') sandbox.runChanges();
  const close = () => void sandbox.close();
  process.once('SIGINT', close).once('SIGTERM', close);
}

/** Returns a setting. A blank one counts as not set: Node would take an empty HOST for every address of this machine. */
const setting = (name: string, fallback: string): string => process.env[name]?.trim() || fallback;

/** What the program prints when it has started: address, keys, the rule of the signature and a first request. */
function welcome(url: string): string {
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
function curlExample(url: string): string {
  const { publicKey, privateKey } = sandboxKeys;
  const activityId = sandboxActivityIds[0];
  return `TIME=$(date +%s)
SIGNATURE=$(printf '%s' "${publicKey}${activityId}\${TIME}1${privateKey}" | openssl md5 | sed 's/.* //')
curl -sS ${url}/api/participant/getList -F page=1 -F pagesize=3 \\
  -H "Service-Auth: {\\"UserPublicKey\\":\\"${publicKey}\\",\\"ActivityId\\":${activityId},\\"Time\\":$TIME,\\"Version\\":1,\\"Signature\\":\\"$SIGNATURE\\"}"`;
}

const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken. Set PORT to a free one, or to 0 for any.',
  ERR_SOCKET_BAD_PORT: 'PORT is no port. Set it to a whole number from 0 to 65535; 0 is any free one.',
};

main().catch((error: unknown) => {
  const { code = '', message } = error as Error & { readonly code?: string };
  console.error(advice[code] ?? message);
  process.exitCode = 1;
});
