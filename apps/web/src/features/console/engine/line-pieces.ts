interface Piece {
  /** Position of its entry. */
  pos: number;
  out: string;
}

/** Pieces of the lines that do not consist of one entry, in the order of their entries. */
export class LinePieces {
  private readonly lines = new Map<number, { pieces: Piece[]; text: string }>();

  /** Adds a piece, or replaces the one of the same entry. Returns the text of the line. */
  add(line: number, pos: number, out: string): string {
    const found = this.lines.get(line) ?? { pieces: [], text: '' };
    this.lines.set(line, found);
    const { pieces } = found;
    if (pos > (pieces.at(-1)?.pos ?? -1)) {
      pieces.push({ pos, out });
      found.text += out;
      return found.text;
    }
    const at = pieces.findIndex((piece) => piece.pos >= pos);
    pieces.splice(at, pieces[at]?.pos === pos ? 1 : 0, { pos, out });
    found.text = pieces.map((piece) => piece.out).join('');
    return found.text;
  }

  /** Returns the position of the first known piece of a line. */
  startOf(line: number): number | undefined {
    return this.lines.get(line)?.pieces[0]?.pos;
  }
}
