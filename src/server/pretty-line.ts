const levels: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** A line of JSON as pino writes it, for a reader: "14:03:22.118 INFO  message key=value". A stack stands on lines of its own. */
export function prettyLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const clock = typeof time === 'number' ? new Date(time).toISOString().slice(11, 23) : '';
  const facts = Object.entries(rest).map(([name, value]) => ` ${name}=${shown(value)}`);
  return `${clock} ${(levels[Number(level)] ?? '').padEnd(5)} ${escaped(String(msg ?? ''))}${facts.join('')}\n${stackOf(err)}`;
}

const shown = (value: unknown): string => (typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value));

/** Control characters but for the line break, which a message of ours may have. */
// oxlint-disable-next-line no-control-regex
const escaped = (text: string): string => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null || !('stack' in err) || typeof err.stack !== 'string') return '';
  return `${escaped(err.stack).replace(/^/gm, '    ')}\n`;
}
