/** An error in a script, or an exceeded limit. The line counts from 1; 0 means unknown. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly line: number;

  constructor(message: string, line = 0) {
    super(message);
    this.line = line;
  }
}
