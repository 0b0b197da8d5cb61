/* The pictures that the sandbox draws: a text on a colour that depends on the name of the picture. */

import { createHash } from 'node:crypto';
import { json, open, type Reply, type SandboxEndpoint } from './endpoint.js';

export const pictureEndpoints: readonly SandboxEndpoint[] = [
  // The pictures of §2: the photo that was registered, or a drawing. That of an attendee has initials, every other one its kind.
  open('GET /picture', ['of'], ({ store, parameters }) => {
    const of = parameters.get('of') ?? '';
    const [, kind, id] = /^([a-z]+)-([a-z\d]{1,20})$/.exec(of) ?? [];
    if (kind === undefined || id === undefined) return json({ code: 0, msg: 'There is no such picture.' }, 404);
    const activity = store.activityOf(Number(id));
    const photo = kind === 'photo' ? activity?.photos.get(Number(id)) : undefined;
    if (photo) return { status: 200, type: photo.type, body: photo.bytes };
    const attendee = kind === 'attendee' || kind === 'wechat' ? activity?.attendee(Number(id)) : undefined;
    return attendee ? drawing(of, attendee.contact_abbr.slice(0, 2), 96) : drawing(of, kind, kind === 'speaker' ? 96 : 192);
  }),
  // §2.2, sign_code: the check-in code as text. Scanners cannot read it; a real service returns a QR code here.
  open('GET /qrcode', ['content?'], ({ parameters }) => {
    const content = parameters.get('content') ?? '';
    return content === '' ? json({ code: 0, msg: 'Parameter content is required.' }, 400) : drawing(content, content, 96);
  }),
];

/** A drawing of 96 units in height. */
function drawing(name: string, text: string, width: number): Reply {
  const hue = ((createHash('sha256').update(name).digest()[0] ?? 0) * 360) / 256;
  const size = Math.min(40, (1.5 * width) / text.length);
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 96"><rect width="${width}" height="96" fill="hsl(${hue} 45% 38%)"/><text x="50%" y="50%" text-anchor="middle" dominant-baseline="central" font-family="system-ui, sans-serif" font-size="${size}" fill="#fff">${escaped(text)}</text></svg>`;
  return { status: 200, type: 'image/svg+xml', body };
}

const escaped = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
