export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Place extends Position {
  readonly filename: string;
}

export interface CallFrame extends Place {
  readonly function: string;
}

/** Every error that a script can cause. Line and column count from 1; 0 means that there is none. */
export class StarlarkError extends Error {
  override readonly name = 'StarlarkError';
  readonly filename: string;
  readonly line: number;
  readonly column: number;
  /** Innermost first. Empty for syntax errors. */
  readonly callStack: readonly CallFrame[];

  constructor(message: string, place: Place, callStack: readonly CallFrame[] = []) {
    super(message);
    this.filename = place.filename;
    this.line = place.line;
    this.column = place.column;
    this.callStack = callStack;
  }

  /** The message with its place, and a line for each call that led there. */
  describe(): string {
    const head = this.filename === '' ? this.message : `${placeText(this)}: ${this.message}`;
    const calls = this.callStack.map((call) => `  in ${call.function} (${placeText(call)})`);
    return [head, ...calls].join('\n');
  }
}

/** Thrown by operations that do not know where they stand; the call they run in adds the place. */
export class Failure extends Error {}

export const nowhere: Place = { filename: '', line: 0, column: 0 };

function placeText(place: Place): string {
  return place.line > 0 ? `${place.filename}:${place.line}:${place.column}` : place.filename;
}
