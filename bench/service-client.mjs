// Calls of the plain server and of Mercurius to the event service: undici, multipart bodies, and no checks.
import { Pool } from 'undici';
import { activityId } from './event.mjs';

const pool = new Pool(process.env.EVENT_SERVICE_URL, { connections: 64 });
const boundary = 'plain-7MA4YWxkTrZu0gW';
const headers = {
  'content-type': `multipart/form-data; boundary=${boundary}`,
  'service-auth': JSON.stringify({
    UserPublicKey: 'bench',
    ActivityId: activityId,
    Time: 1_775_001_600,
    Version: 1,
    Signature: '0'.repeat(32),
  }),
};

/** Resolves with the `data` of a reply. */
export async function call(path, fields) {
  let body = '';
  for (const name in fields) body += `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${fields[name]}\r\n`;
  const reply = await pool.request({ method: 'POST', path, headers, body: `${body}--${boundary}--\r\n` });
  return (await reply.body.json()).data;
}
