import type { Clause, Comprehension } from '../syntax/syntax-tree.ts';
import { Dict } from '../values/dict.ts';
import { iterate } from '../values/iterate.ts';
import { List } from '../values/list.ts';
import { truth, type Value } from '../values/value.ts';
import { assign, type Evaluate } from './assign.ts';
import type { Frame } from './thread.ts';

export function comprehension(node: Comprehension, frame: Frame, evaluate: Evaluate): Value {
  const { limits } = frame.thread;
  const { key, value } = node;
  if (key) {
    const dict = new Dict();
    runClauses(node.clauses, 0, frame, evaluate, () => {
      const entryKey = evaluate(key, frame);
      const entryValue = evaluate(value, frame);
      frame.at = node;
      dict.set(entryKey, entryValue, limits);
    });
    return dict;
  }
  const items: Value[] = [];
  limits.slots(0);
  runClauses(node.clauses, 0, frame, evaluate, () => {
    limits.allocate(8);
    items.push(evaluate(value, frame));
  });
  return new List(items);
}

function runClauses(
  clauses: readonly Clause[],
  at: number,
  frame: Frame,
  evaluate: Evaluate,
  emit: () => void,
): void {
  const clause = clauses[at];
  if (clause === undefined) emit();
  else if (clause.kind === 'if') {
    if (truth(evaluate(clause.test, frame))) runClauses(clauses, at + 1, frame, evaluate, emit);
  } else {
    const iterable = evaluate(clause.iterable, frame);
    frame.at = clause.iterable;
    for (const item of iterate(iterable, frame.thread.limits)) {
      assign(clause.target, item, frame, evaluate);
      runClauses(clauses, at + 1, frame, evaluate, emit);
    }
  }
}
