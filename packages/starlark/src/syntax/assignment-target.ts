import type { Expression } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

export function requireTarget(target: Expression, tokens: TokenStream): Expression {
  if (target.kind === 'name' || target.kind === 'index' || target.kind === 'attribute')
    return target;
  if (target.kind === 'list' || target.kind === 'tuple') {
    if (target.items.length === 0) tokens.fail(`cannot assign to an empty ${target.kind}`, target);
    for (const item of target.items) requireTarget(item, tokens);
    return target;
  }
  return tokens.fail('cannot assign to this expression', target);
}
