/** Size in characters. */
export interface TerminalSize {
  columns: number;
  rows: number;
}

/** An interactive shell in the environment of a step. */
export interface Terminal {
  /** Output of the shell. The shell waits while nobody reads. Ends when the shell has ended. */
  readonly output: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): void;
  resize(size: TerminalSize): void;
  /** Exit code of the shell. Resolves after the processes that it started are killed. */
  readonly exited: Promise<number>;
}

/** Name of the terminal in the variable `TERM`. */
export const terminalName = 'xterm-256color';

/** Starts the best shell of a system. */
export const shellCommand =
  'if command -v bash > /dev/null 2>&1; then exec bash -i; else exec sh -i; fi';
