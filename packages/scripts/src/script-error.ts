/** What is wrong in a script, or what it takes too much of. The line counts from 1; 0 means that there is none. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly line: number;

  constructor(message: string, line = 0) {
    super(message);
    this.line = line;
  }
}
