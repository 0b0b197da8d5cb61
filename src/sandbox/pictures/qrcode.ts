import { createHash } from 'node:crypto';
import { json, type SandboxEndpoint } from '../endpoint.js';

const cells = 11;
const cellSize = 16;
const size = cells * cellSize;

/**
 * §2.2, sign_code: a picture of a check-in code, which shows a pattern computed from the code above the code as text. Scanners
 * cannot read it; a real service returns a real QR code here.
 */
export const showQrCode: SandboxEndpoint = {
  section: '2.2',
  method: 'GET',
  path: '/qrcode',
  auth: 'none',
  parametersIn: 'query',
  optional: ['content'],
  handle: ({ parameters }) => {
    const content = parameters.get('content') ?? '';
    if (content === '') return json({ code: 0, msg: 'Parameter content is required.' }, 400);
    return { status: 200, type: 'image/svg+xml', body: picture(content) };
  },
};

function picture(content: string): string {
  const bits = [...createHash('sha256').update(content).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const squares = Array.from({ length: cells * cells }, (_, index) =>
    bits[index] === '1'
      ? `M${(index % cells) * cellSize} ${Math.floor(index / cells) * cellSize}h${cellSize}v${cellSize}h-${cellSize}z`
      : '',
  );
  const text = escaped(content.length > 24 ? `${content.slice(0, 23)}…` : content);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 ${size + 32} ${size + 56}" role="img">`,
    `<title>${escaped(content)}</title>`,
    `<rect x="-16" y="-16" width="${size + 32}" height="${size + 56}" fill="#fff"/>`,
    `<path d="${squares.join('')}"/>`,
    `<text x="${size / 2}" y="${size + 26}" text-anchor="middle" font-family="monospace" font-size="14">${text}</text>`,
    '</svg>',
  ].join('');
}

function escaped(text: string): string {
  const printable = text.replace(/\p{Cc}/gu, '');
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
