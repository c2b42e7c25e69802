import type { Expression } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

type Rule = (tokens: TokenStream) => Expression;

/** The expression rules that the parts of the parser need from each other. */
export interface Grammar {
  /** One expression. */
  readonly test: Rule;
  /** One expression, or several with commas between them as a tuple. */
  readonly tests: Rule;
  /** One expression that does not take a following `if` as its own. */
  readonly unconditional: Rule;
  /** What `for` assigns to. */
  readonly loopTarget: Rule;
}
