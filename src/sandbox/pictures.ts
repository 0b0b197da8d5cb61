/* The pictures that the sandbox draws. */

import { createHash } from 'node:crypto';
import { json, open, type Reply, type SandboxEndpoint } from './endpoint.js';

export const pictureEndpoints: readonly SandboxEndpoint[] = [
  // The pictures of §2: the photo that was registered, or a drawing that depends on the name. `attendee` and `wechat` show initials, `speaker` a
  // person, every other kind a harbour.
  open('GET /picture', ['of'], ({ store, parameters }) => {
    const of = parameters.get('of') ?? '';
    const [, kind, id] = /^([a-z]+)-([a-z\d]{1,20})$/.exec(of) ?? [];
    if (kind === undefined || id === undefined) return json({ code: 0, msg: 'There is no such picture.' }, 404);
    const activity = store.activityOf(Number(id));
    const photo = kind === 'photo' ? activity?.photos.get(Number(id)) : undefined;
    if (photo) return { status: 200, type: photo.type, body: photo.bytes };
    const attendee = kind === 'attendee' || kind === 'wechat' ? activity?.attendee(Number(id)) : undefined;
    return svg(attendee ? initials(of, attendee.contact_abbr) : (kind === 'speaker' ? person : harbour)(of));
  }),
  // §2.2, sign_code: a picture of a check-in code, which shows a pattern computed from the code above the code as text. Scanners cannot read it; a
  // real service returns a real QR code here.
  open('GET /qrcode', ['content?'], ({ parameters }) => {
    const content = parameters.get('content') ?? '';
    return content === '' ? json({ code: 0, msg: 'Parameter content is required.' }, 400) : svg(checkInCode(content));
  }),
];

const svg = (elements: readonly string[]): Reply => ({ status: 200, type: 'image/svg+xml', body: [...elements, '</svg>'].join('') });

const begin = (viewBox: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"`;

/** Bytes that depend on the name alone. */
const bytesOf = (name: string): Uint8Array => createHash('sha256').update(name).digest();

function initials(name: string, text: string): string[] {
  const hue = ((bytesOf(name)[0] ?? 0) * 360) / 256;
  return [
    `${begin('0 0 96 96')}>`,
    `<rect width="96" height="96" fill="hsl(${hue} 45% 38%)"/>`,
    `<text x="48" y="62" text-anchor="middle" font-family="system-ui, sans-serif" font-size="40" fill="#fff">${text.slice(0, 2)}</text>`,
  ];
}

/** Head and shoulders. */
function person(name: string): string[] {
  const [one = 0, two = 0, three = 0] = bytesOf(name);
  const hue = (one * 360) / 256;
  return [
    `${begin('0 0 96 96')}>`,
    `<rect width="96" height="96" fill="hsl(${hue} 50% 80%)"/>`,
    `<path d="M12 96q0 -32 36 -32t36 32z" fill="hsl(${(hue + 180) % 360} 35% 35%)"/>`,
    `<circle cx="48" cy="42" r="20" fill="hsl(28 ${35 + two / 10}% ${45 + three / 8}%)"/>`,
    `<path d="M28 40q0 -24 20 -24t20 24q-6 -12 -20 -12t-20 12z" fill="hsl(25 30% ${12 + two / 12}%)"/>`,
  ];
}

/** Houses behind water, under a sky with a sun. */
function harbour(name: string): string[] {
  const bytes = bytesOf(name);
  const at = (index: number, limit: number) => ((bytes[index] ?? 0) * limit) / 256;
  const hue = at(0, 360);
  const houses = Array.from({ length: 12 }, (_, index) => {
    const height = 40 + at(index + 1, 90);
    return `<rect x="${index * 54}" y="${230 - height}" width="50" height="${height}" fill="hsl(${hue} 30% ${22 + at(index + 13, 16)}%)"/>`;
  });
  const wave = 't80 0 80 0 80 0 80 0 80 0 80 0 80 0V320H0z';
  return [
    `${begin('0 0 640 320')}>`,
    `<rect width="640" height="320" fill="hsl(${hue} 70% 82%)"/>`,
    `<circle cx="${100 + at(26, 440)}" cy="80" r="36" fill="hsl(${(hue + 150) % 360} 80% 70%)"/>`,
    ...houses,
    `<path d="M0 230q40 -14 80 0${wave}" fill="hsl(${hue} 55% 45%)"/>`,
    `<path d="M0 264q40 -14 80 0${wave}" fill="hsl(${hue} 60% 34%)"/>`,
  ];
}

const cells = 11;
const cellSize = 16;
const size = cells * cellSize;

function checkInCode(content: string): string[] {
  const bits = [...bytesOf(content)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const squares = Array.from({ length: cells * cells }, (_, index) =>
    bits[index] === '1'
      ? `M${(index % cells) * cellSize} ${Math.floor(index / cells) * cellSize}h${cellSize}v${cellSize}h-${cellSize}z`
      : '',
  );
  const text = escaped(content.length > 24 ? `${content.slice(0, 23)}…` : content);
  return [
    `${begin(`-16 -16 ${size + 32} ${size + 56}`)} role="img">`,
    `<title>${escaped(content)}</title>`,
    `<rect x="-16" y="-16" width="${size + 32}" height="${size + 56}" fill="#fff"/>`,
    `<path d="${squares.join('')}"/>`,
    `<text x="${size / 2}" y="${size + 26}" text-anchor="middle" font-family="monospace" font-size="14">${text}</text>`,
  ];
}

function escaped(text: string): string {
  const printable = text.replace(/\p{Cc}/gu, '');
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
