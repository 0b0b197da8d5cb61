const levels: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** A line of JSON as pino writes it, for a reader: "14:03:22.118 INFO  message key=value". A stack stands on lines of its own. */
export function prettyLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const clock = typeof time === 'number' ? new Date(time).toISOString().slice(11, 23) : '';
  const facts = Object.entries(rest).map(([name, value]) => ` ${name}=${shown(value)}`);
  return `${clock} ${(levels[Number(level)] ?? '').padEnd(5)} ${escaped(typeof msg === 'string' ? msg : '')}${facts.join('')}\n${stackOf(err)}`;
}

const shown = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : escaped(JSON.stringify(value));

/** Without control characters, the line break among them: what a caller sent cannot pass for a second line. */
const escaped = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, escapedCharacter);
const escapedCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null || !('stack' in err) || typeof err.stack !== 'string') return '';
  return err.stack
    .split('\n')
    .map((line) => `    ${escaped(line)}\n`)
    .join('');
}
