/* The messages of syntax errors without the caller's text: the token kinds and the beginnings that are safe. */

const kind = String.raw`(?:"[!$&(){}|:=@\[\].]{1,3}"|<SOF>|<EOF>|Name|Int|Float|String|BlockString|Comment)`;
const unexpectedToken = new RegExp(String.raw`^(Expected (?:${kind}|"[a-z]{1,12}"), found |Unexpected )(${kind})(?:[. ]|$)`);
const safeStarts = [
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

/** Returns a syntax error's message without the text that the parser found. The error's location contains the position. */
export function safeSyntaxMessage(message: string): string {
  const problem = message.replace(/^Syntax Error: /, '');
  const token = unexpectedToken.exec(problem);
  if (token !== null) return `Syntax Error: ${token[1]}${token[2]}.`;
  if (problem.startsWith('Unexpected variable "')) return 'Syntax Error: Unexpected variable in constant value.';
  const start = safeStarts.find((text) => problem.startsWith(text));
  return start === undefined ? 'Syntax Error.' : `Syntax Error: ${start}.`;
}

/** Whether a message reports that the document exceeds the parser's token limit. */
export const isTooManyTokens = (message: string): boolean =>
  /^Syntax Error: Document contains more that \d+ tokens\. Parsing aborted\.$/.test(message);
