const kind = String.raw`(?:"[!$&(){}|:=@\[\].]{1,3}"|<SOF>|<EOF>|Name|Int|Float|String|BlockString|Comment)`;
const found = new RegExp(String.raw`^(Expected (?:${kind}|"[a-z]{1,12}"), found |Unexpected )(${kind})(?:[. ]|$)`);
const known = [
  'Unterminated string',
  'Invalid number',
  'Invalid character escape sequence',
  'Invalid Unicode escape sequence',
  'Invalid character within String',
  'Invalid character',
  'Unexpected single quote character',
  'Unexpected character',
  'Unexpected variable in constant value',
  'Unexpected description',
];

/** What a parser's message says but for the text that it found; the error's location tells where. */
export function safeSyntaxMessage(message: string): string {
  const detail = message.replace(/^Syntax Error: /, '');
  const token = found.exec(detail);
  if (token !== null) return `Syntax Error: ${token[1]}${token[2]}.`;
  if (detail.startsWith('Unexpected variable "')) return 'Syntax Error: Unexpected variable in constant value.';
  const start = known.find((text) => detail.startsWith(text));
  return start === undefined ? 'Syntax Error.' : `Syntax Error: ${start}.`;
}

/** Whether the parser gave up at its limit of tokens. */
export const tellsOfTooManyTokens = (message: string): boolean =>
  /^Syntax Error: Document contains more that \d+ tokens\. Parsing aborted\.$/.test(message);
