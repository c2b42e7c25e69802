import { scanNumber } from './scan-number.ts';
import { scanString } from './scan-string.ts';
import type { SourceText } from './source-text.ts';
import { keywords, punctuation, reservedWords, type Token, type TokenKind } from './token.ts';

const namePattern = /[\p{L}_][\p{L}\p{N}_]*/uy;
const closers: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

export function scan(source: SourceText): Token[] {
  return new Scanner(source).run();
}

class Scanner {
  private readonly source: SourceText;
  private readonly tokens: Token[] = [];
  private readonly openBrackets: { symbol: string; at: number }[] = [];
  private readonly indents: number[] = [0];
  private at = 0;

  constructor(source: SourceText) {
    this.source = source;
  }

  run(): Token[] {
    const { text } = this.source;
    this.startLine();
    while (this.at < text.length) this.scanNext(text.charAt(this.at));
    const open = this.openBrackets.at(-1);
    if (open) this.source.fail(`"${open.symbol}" is never closed`, open.at);
    const last = this.tokens.at(-1);
    if (last && last.kind !== 'newline' && last.kind !== 'dedent') this.push('newline', '');
    while (this.indents.length > 1) this.dedent();
    this.push('end', '');
    return this.tokens;
  }

  private scanNext(char: string): void {
    if (char === ' ' || char === '\t') this.at++;
    else if (char === '#') this.skipComment();
    else if (char === '\n') this.endLine();
    else if (char === '\\') this.continueLine();
    else if (char === '"' || char === "'") this.literal(scanString(this.source, this.at, false));
    else if (/[0-9]/.test(char) || (char === '.' && /[0-9]/.test(this.peek(1))))
      this.literal(scanNumber(this.source, this.at));
    else if (!this.scanWord()) this.scanPunctuation(char);
  }

  /** Skips lines without statements, then compares the indentation with the blocks that are open. */
  private startLine(): void {
    let width = 0;
    for (; ; this.at++) {
      const char = this.peek(0);
      if (char === ' ') width++;
      else if (char === '\t') width += 8 - (width % 8);
      else if (char === '\n') width = 0;
      else if (char === '#') {
        this.skipComment();
        if (this.peek(0) === '') return;
        width = 0;
      } else break;
    }
    if (this.peek(0) === '') return;
    if (width > (this.indents.at(-1) ?? 0)) {
      this.indents.push(width);
      this.push('indent', '');
    }
    while (width < (this.indents.at(-1) ?? 0)) this.dedent();
    if (width !== this.indents.at(-1))
      this.source.fail('indentation fits none of the blocks around it', this.at);
  }

  private dedent(): void {
    this.indents.pop();
    this.push('dedent', '');
  }

  private endLine(): void {
    if (this.openBrackets.length > 0) {
      this.at++;
      return;
    }
    this.push('newline', '');
    this.at++;
    this.startLine();
  }

  private continueLine(): void {
    if (this.peek(1) !== '\n') this.source.fail('a backslash must end its line', this.at);
    this.at += 2;
  }

  private skipComment(): void {
    const end = this.source.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.source.text.length : end;
  }

  private scanWord(): boolean {
    namePattern.lastIndex = this.at;
    const word = namePattern.exec(this.source.text)?.[0];
    if (word === undefined) return false;
    const quote = this.peek(word.length);
    if ((quote === '"' || quote === "'") && /^(r|b|rb|br)$/.test(word)) {
      if (word !== 'r') this.source.fail('bytes literals are not supported', this.at);
      this.literal(scanString(this.source, this.at + 1, true));
      return true;
    }
    if (reservedWords.has(word))
      this.source.fail(`"${word}" is a reserved word that Starlark does not use`, this.at);
    this.push(keywords.has(word) ? 'symbol' : 'name', word);
    this.at += word.length;
    return true;
  }

  private scanPunctuation(char: string): void {
    const symbol = punctuation.find((candidate) => this.source.text.startsWith(candidate, this.at));
    if (symbol === undefined) this.source.fail(`unexpected character "${char}"`, this.at);
    if (symbol === '(' || symbol === '[' || symbol === '{')
      this.openBrackets.push({ symbol, at: this.at });
    const opener = closers.get(symbol);
    if (opener !== undefined && this.openBrackets.pop()?.symbol !== opener)
      this.source.fail(`"${symbol}" closes nothing`, this.at);
    this.push('symbol', symbol);
    this.at += symbol.length;
  }

  private literal(scanned: { value: string | bigint | number; end: number }): void {
    this.push('literal', this.source.text.slice(this.at, scanned.end), scanned.value);
    this.at = scanned.end;
  }

  private push(kind: TokenKind, text: string, value: string | bigint | number = ''): void {
    this.tokens.push({ kind, text, value, ...this.source.position(this.at) });
  }

  private peek(ahead: number): string {
    return this.source.text.charAt(this.at + ahead);
  }
}
