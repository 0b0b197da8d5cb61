import { Lexer, Source, TokenKind } from 'graphql';

/**
 * Whether a text is an operation that selects `_service { sdl }` and nothing else: the request by which tools of federation read the
 * schema. The text is read token by token up to the first that differs, so names, spaces and comments do not matter.
 */
export function isSdlOperation(text: string): boolean {
  const lexer = new Lexer(new Source(text));
  const next = () => lexer.advance();
  try {
    let token = next();
    if (token.kind === TokenKind.NAME && token.value === 'query') {
      token = next();
      if (token.kind === TokenKind.NAME) token = next();
    }
    for (const expected of selection) {
      if ((token.kind === TokenKind.NAME ? token.value : token.kind) !== expected) return false;
      token = next();
    }
    return token.kind === TokenKind.EOF;
  } catch {
    // The text is no GraphQL.
    return false;
  }
}

const selection: readonly string[] = [TokenKind.BRACE_L, '_service', TokenKind.BRACE_L, 'sdl', TokenKind.BRACE_R, TokenKind.BRACE_R];
