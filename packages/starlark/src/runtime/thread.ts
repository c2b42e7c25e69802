import { type CallFrame, Failure, nowhere, type Position, StarlarkError } from '../errors.ts';
import { type Limits, maxCallDepth, maxEvaluationDepth } from '../limits.ts';
import type {
  Arguments,
  Builtin,
  Context,
  Environment,
  FileContext,
  StarlarkFunction,
} from '../values/callable.ts';
import type { Callable, Value } from '../values/value.ts';

/** One call that is under way. */
export interface Frame {
  readonly name: string;
  readonly file: FileContext;
  readonly environment: Environment;
  readonly thread: Thread;
  /** Undefined for a file's own statements. */
  readonly callee: StarlarkFunction | undefined;
  at: Position;
}

type RunFunction = (thread: Thread, callee: StarlarkFunction, args: Arguments) => Value;

/** The calls under way and what they may use up. */
export class Thread implements Context {
  readonly limits: Limits;
  readonly print: (text: string) => void;
  private readonly runFunction: RunFunction;
  private readonly frames: Frame[] = [];
  private depth = 0;

  constructor(limits: Limits, print: (text: string) => void, runFunction: RunFunction) {
    this.limits = limits;
    this.print = print;
    this.runFunction = runFunction;
  }

  call(callee: Callable, args: Arguments): Value {
    this.limits.step();
    return isBuiltin(callee) ? callee.run(this, args) : this.runFunction(this, callee, args);
  }

  isRunning(callee: StarlarkFunction): boolean {
    return this.frames.some((frame) => frame.callee?.definition === callee.definition);
  }

  /** Runs `work` as a call; what it throws gets the place where the call stands. */
  within<Result>(frame: Frame, work: () => Result): Result {
    if (this.frames.length >= maxCallDepth)
      throw new Failure(`more than ${maxCallDepth} calls inside each other`);
    this.frames.push(frame);
    const { depth } = this;
    try {
      return work();
    } catch (error) {
      throw this.locate(error);
    } finally {
      this.frames.pop();
      this.depth = depth;
    }
  }

  /** Counts expressions that wait for others inside them. */
  enter(): void {
    if (++this.depth > maxEvaluationDepth)
      throw new Failure('expressions and calls are nested too deeply');
  }

  leave(): void {
    this.depth--;
  }

  private locate(error: unknown): unknown {
    if (!(error instanceof Failure || error instanceof RangeError)) return error;
    const message =
      error instanceof Failure ? error.message : 'the script needs more memory than there is';
    const calls: CallFrame[] = this.frames
      .map(({ name, file, at }) => ({
        function: name,
        filename: file.filename,
        line: at.line,
        column: at.column,
      }))
      .reverse();
    // The host's own calls have no line.
    const callStack = calls.filter(({ line }) => line > 0);
    return new StarlarkError(message, calls[0] ?? nowhere, callStack);
  }
}

function isBuiltin(callee: Callable): callee is Builtin {
  return callee.type === 'builtin_function_or_method';
}
