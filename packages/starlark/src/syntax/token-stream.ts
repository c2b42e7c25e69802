import type { Position } from '../errors.ts';
import { maxSyntaxDepth } from '../limits.ts';
import type { SourceText } from './source-text.ts';
import { describeToken, type Token, type TokenKind } from './token.ts';

const endToken: Token = { kind: 'end', text: '', value: '', line: 1, column: 1 };

/** The parser's place in the tokens. */
export class TokenStream {
  private readonly source: SourceText;
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(source: SourceText, tokens: readonly Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  get current(): Token {
    return this.tokens[this.at] ?? endToken;
  }

  get following(): Token {
    return this.tokens[this.at + 1] ?? endToken;
  }

  advance(): Token {
    const token = this.current;
    this.at++;
    return token;
  }

  isAt(kind: TokenKind): boolean {
    return this.current.kind === kind;
  }

  sees(symbol: string): boolean {
    return this.current.kind === 'symbol' && this.current.text === symbol;
  }

  accept(symbol: string): boolean {
    if (!this.sees(symbol)) return false;
    this.at++;
    return true;
  }

  expect(symbol: string): Token {
    if (!this.sees(symbol)) this.unexpected(`"${symbol}"`);
    return this.advance();
  }

  expectName(): Token {
    if (this.current.kind !== 'name') this.unexpected('a name');
    return this.advance();
  }

  unexpected(wanted: string): never {
    this.fail(`expected ${wanted}, found ${describeToken(this.current)}`);
  }

  fail(message: string, at: Position = this.current): never {
    throw this.source.errorAt(message, at);
  }

  /** Every rule that can contain itself enters here, so that no file exhausts the call stack. */
  enter(): void {
    if (++this.depth > maxSyntaxDepth) this.fail(`more than ${maxSyntaxDepth} levels of nesting`);
  }

  leave(): void {
    this.depth--;
  }
}
