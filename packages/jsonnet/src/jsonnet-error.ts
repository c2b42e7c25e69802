/** An error that a program can cause. The line counts from 1; 0 means that there is none. */
export class JsonnetError extends Error {
  override readonly name = 'JsonnetError';
  readonly line: number;

  constructor(message: string, line = 0) {
    super(message);
    this.line = line;
  }
}

/**
 * Reads what the engine says: `file:3:1-9 Unexpected …`, or a reason followed by a trace, in which the
 * first line of the file itself counts.
 */
export function parseEngineError(text: string, filename: string): JsonnetError {
  const place = text.split(`${filename}:`)[1] ?? '';
  const [whole = '', line = '0'] = /^\(?(\d+):[\d()\-:]*\s*/.exec(place) ?? [];
  const isStatic = text.startsWith(`${filename}:`);
  const reason = isStatic ? place.slice(whole.length) : text.replace(/^RUNTIME ERROR: /, '');
  const [first = ''] = reason.split('\n\t');
  return new JsonnetError(first.trim().split('\n')[0] ?? '', Number(line));
}
