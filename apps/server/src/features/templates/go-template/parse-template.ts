import { parsePipe } from './parse-pipe.ts';
import { type Piece, splitActions } from './split-actions.ts';
import type { Node } from './syntax.ts';
import { TemplateError } from './template-error.ts';

const maxDepth = 50;
const unsupported = ['define', 'template', 'block', 'break', 'continue'];

/** Throws {@link TemplateError}. */
export function parseTemplate(source: string): Node[] {
  const parser = new TemplateParser(splitActions(source));
  const { nodes, end } = parser.readBody(0);
  if (end) throw new TemplateError(end.line, `"${end.text}" belongs to nothing`);
  return nodes;
}

class TemplateParser {
  private readonly pieces: Piece[];
  private at = 0;

  constructor(pieces: Piece[]) {
    this.pieces = pieces;
  }

  /** Reads up to an `else` or `end`, which it gives back. */
  readBody(depth: number): { nodes: Node[]; end?: Piece } {
    const nodes: Node[] = [];
    for (let piece = this.pieces[this.at++]; piece; piece = this.pieces[this.at++]) {
      if (piece.kind === 'text') nodes.push({ kind: 'text', text: piece.text });
      else if (/^(end|else)\b/.test(piece.text)) return { nodes, end: piece };
      else nodes.push(this.readAction(piece, depth));
    }
    return { nodes };
  }

  private readAction(piece: Piece, depth: number): Node {
    const { line } = piece;
    if (depth > maxDepth) throw new TemplateError(line, 'the blocks are nested too deeply');
    const [, word = '', rest = ''] = /^(\w*)\s*([\s\S]*)$/.exec(piece.text) ?? [];
    if (word === 'if') return this.readIf(piece, rest, depth);
    if (word === 'with' || word === 'range') {
      const pipe = parsePipe(rest, line);
      const { nodes: body, end } = this.readBody(depth + 1);
      if (end?.text !== 'else') {
        this.requireEnd(end, piece);
        return { kind: word, pipe, body, otherwise: [], line };
      }
      return { kind: word, pipe, body, otherwise: this.readLast(piece, depth), line };
    }
    if (unsupported.includes(word)) throw new TemplateError(line, `"${word}" is not supported`);
    return { kind: 'output', pipe: parsePipe(piece.text, line), line };
  }

  private readIf(piece: Piece, condition: string, depth: number): Node {
    const branches = [];
    let rest = condition;
    let { line } = piece;
    for (;;) {
      const pipe = parsePipe(rest, line);
      const { nodes: body, end } = this.readBody(depth + 1);
      branches.push({ pipe, body });
      const next = /^else\s+if\b([\s\S]*)$/.exec(end?.text ?? '')?.[1];
      if (next !== undefined && end) {
        rest = next;
        line = end.line;
      } else if (end?.text === 'else') {
        return {
          kind: 'branch',
          branches,
          otherwise: this.readLast(piece, depth),
          line: piece.line,
        };
      } else {
        this.requireEnd(end, piece);
        return { kind: 'branch', branches, otherwise: [], line: piece.line };
      }
    }
  }

  /** The body after an `else`, up to its `end`. */
  private readLast(piece: Piece, depth: number): Node[] {
    const { nodes, end } = this.readBody(depth + 1);
    this.requireEnd(end, piece);
    return nodes;
  }

  private requireEnd(end: Piece | undefined, start: Piece): void {
    if (end?.text === 'end') return;
    if (!end) throw new TemplateError(start.line, `"${start.text}" has no end`);
    throw new TemplateError(end.line, `"${end.text}" is not expected here`);
  }
}
