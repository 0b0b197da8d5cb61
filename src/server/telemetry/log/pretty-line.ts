const levels: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** Formats a JSON line of pino for a terminal: "14:03:22.118 INFO  message key=value". A stack follows on lines of its own. */
export function prettyLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const clock = typeof time === 'number' ? new Date(time).toISOString().slice(11, 23) : '';
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${formatted(value)}`);
  return `${clock} ${(levels[Number(level)] ?? '').padEnd(5)} ${escaped(typeof msg === 'string' ? msg : '')}${fields.join('')}\n${stackOf(err)}`;
}

const formatted = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : escaped(JSON.stringify(value));

/** Escapes control characters and line breaks, so that text of a caller cannot look like a second line. */
const escaped = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, escapedCharacter);
const escapedCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null || !('stack' in err) || typeof err.stack !== 'string') return '';
  return err.stack
    .split('\n')
    .map((line) => `    ${escaped(line)}\n`)
    .join('');
}
