import type { Operand, Pipe } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import { readTokens, type Token } from './tokens.ts';

const maxDepth = 50;

/** Parses what follows a keyword, or a whole action without one. */
export function parsePipe(text: string, line: number): Pipe {
  const reader = new PipeReader(readTokens(text, line), line);
  const pipe = reader.readPipe(0);
  const rest = reader.next();
  if (rest) throw new TemplateError(line, `"${rest.text}" is not expected here`);
  return pipe;
}

class PipeReader {
  private readonly tokens: Token[];
  private readonly line: number;
  private at = 0;

  constructor(tokens: Token[], line: number) {
    this.tokens = tokens;
    this.line = line;
  }

  /** The next word, white space left out. */
  next(): Token | undefined {
    this.skipSpace();
    return this.tokens[this.at++];
  }

  readPipe(depth: number): Pipe {
    if (depth > maxDepth) throw new TemplateError(this.line, 'the brackets are nested too deeply');
    const { variables, assigns } = this.readVariables();
    const commands = [this.readCommand(depth)];
    while (this.takeMark('|')) commands.push(this.readCommand(depth));
    return { variables, assigns, commands };
  }

  private readVariables(): Pick<Pipe, 'variables' | 'assigns'> {
    const start = this.at;
    const variables: string[] = [];
    do {
      const token = this.next();
      if (token?.kind !== 'variable') break;
      variables.push(token.text);
      if (this.takeMark(':=')) return { variables, assigns: false };
      if (this.takeMark('=')) return { variables, assigns: true };
    } while (this.takeMark(','));
    this.at = start;
    return { variables: [], assigns: false };
  }

  private readCommand(depth: number): Operand[] {
    const operands: Operand[] = [];
    for (;;) {
      this.skipSpace();
      const token = this.tokens[this.at];
      if (!token || (token.kind === 'mark' && token.text !== '(' && token.text !== '.')) break;
      this.at++;
      operands.push(this.readOperand(token, depth));
    }
    if (operands.length === 0) throw new TemplateError(this.line, 'a value is missing');
    return operands;
  }

  private readOperand(token: Token, depth: number): Operand {
    switch (token.kind) {
      case 'string':
        return { kind: 'value', value: unquote(token.text, this.line) };
      case 'number':
        return { kind: 'value', value: Number(token.text) };
      case 'variable':
        return { kind: 'field', base: { variable: token.text }, path: this.readPath() };
      case 'field':
        return { kind: 'field', base: 'dot', path: [token.text.slice(1), ...this.readPath()] };
      case 'name':
        return nameOperand(token.text);
      default:
        if (token.text === '.') return { kind: 'field', base: 'dot', path: [] };
        return this.readBrackets(depth);
    }
  }

  private readBrackets(depth: number): Operand {
    const pipe = this.readPipe(depth + 1);
    if (!this.takeMark(')')) throw new TemplateError(this.line, 'a ")" is missing');
    return { kind: 'field', base: { pipe }, path: this.readPath() };
  }

  private readPath(): string[] {
    const path: string[] = [];
    for (let token = this.tokens[this.at]; token?.kind === 'field'; token = this.tokens[this.at]) {
      path.push(token.text.slice(1));
      this.at++;
    }
    return path;
  }

  private takeMark(text: string): boolean {
    this.skipSpace();
    const token = this.tokens[this.at];
    const isThere = token?.kind === 'mark' && token.text === text;
    if (isThere) this.at++;
    return isThere;
  }

  private skipSpace(): void {
    while (this.tokens[this.at]?.kind === 'space') this.at++;
  }
}

function nameOperand(name: string): Operand {
  if (name === 'true' || name === 'false') return { kind: 'value', value: name === 'true' };
  return name === 'nil' ? { kind: 'value', value: null } : { kind: 'function', name };
}

function unquote(text: string, line: number): string {
  if (text.startsWith('`')) return text.slice(1, -1);
  try {
    return JSON.parse(text);
  } catch {
    throw new TemplateError(line, `the text ${text} holds an unknown escape`);
  }
}
