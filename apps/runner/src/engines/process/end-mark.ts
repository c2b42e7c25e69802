import { randomInt } from 'node:crypto';

/** Not a character that terminals convert, nor one that programs usually write. */
const firstCharacter = '\u001e';
const digits = 24;
const codeDigits = 3;

/**
 * A mark that a shell writes after the output of a program, with the exit code of the program. What was written before
 * the mark has been read when the mark is read, while the end of a process says nothing about its output.
 */
export class EndMark {
  /** Commands that run the program of their arguments, write the mark, and wait to be killed. */
  readonly script: string;
  private readonly mark: Buffer;
  private waiting = Buffer.alloc(0);

  constructor() {
    const number = Array.from({ length: digits }, () => randomInt(10)).join('');
    this.mark = Buffer.from(firstCharacter + number);
    this.script = [
      // A key that interrupts programs reaches this shell too. Programs start with the usual reactions again.
      'trap : INT QUIT TSTP',
      '"$0" "$@"',
      'code=$?',
      // The shell of the person may have taken the terminal with it.
      "trap '' INT QUIT HUP TTOU",
      `printf '\\036%s%03d' ${number} "$code"`,
      'while :; do kill -s STOP $$; done',
    ].join('\n');
  }

  /** Returns the output before the mark, and the exit code after it. Only what may begin the mark is held back. */
  read(chunk: Uint8Array): { output: Uint8Array; exitCode?: number } {
    const bytes = Buffer.concat([this.waiting, chunk]);
    const at = this.find(bytes);
    const code = bytes.subarray(at + this.mark.length).toString('latin1');
    this.waiting = bytes.subarray(at);
    const output = bytes.subarray(0, at);
    if (code.length < codeDigits) return { output };
    return { output, exitCode: Number(code.slice(0, codeDigits)) };
  }

  /** Returns what is held back, at the end of an output without the mark. */
  end(): Uint8Array {
    return this.waiting;
  }

  /** Returns the position of the mark, or of the beginning of it with which the bytes end, or the end of the bytes. */
  private find(bytes: Buffer): number {
    for (let from = 0; ; ) {
      const at = bytes.indexOf(firstCharacter, from);
      if (at < 0) return bytes.length;
      const found = bytes.subarray(at, at + this.mark.length);
      if (found.equals(this.mark.subarray(0, found.length))) return at;
      from = at + 1;
    }
  }
}
