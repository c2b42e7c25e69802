import { Failure } from '../errors.ts';
import type {
  Binary,
  Call,
  DictDisplay,
  Expression,
  FunctionDefinition,
  Logical,
  Name,
  Slice,
} from '../syntax/syntax-tree.ts';
import { StarlarkFunction } from '../values/callable.ts';
import { Dict } from '../values/dict.ts';
import { List } from '../values/list.ts';
import { Tuple } from '../values/tuple.ts';
import { aTypeOf, isCallable, truth, type Value } from '../values/value.ts';
import { environmentAt } from './assign.ts';
import { getAttribute } from './attributes.ts';
import { binary } from './binary.ts';
import { comprehension } from './comprehension.ts';
import { evaluateArguments } from './evaluate-arguments.ts';
import { slice } from './slice.ts';
import { getIndex } from './subscript.ts';
import type { Frame } from './thread.ts';
import { unary } from './unary.ts';

export function evaluate(node: Expression, frame: Frame): Value {
  const { thread } = frame;
  thread.limits.step();
  thread.enter();
  const value = compute(node, frame);
  thread.leave();
  return value;
}

function compute(node: Expression, frame: Frame): Value {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name':
      return valueOfName(node, frame);
    case 'list':
      return new List(valuesOf(node.items, frame));
    case 'tuple':
      return new Tuple(valuesOf(node.items, frame));
    case 'dict':
      return valueOfDict(node, frame);
    case 'comprehension':
      return comprehension(node, frame, evaluate);
    case 'unary': {
      const operand = evaluate(node.operand, frame);
      frame.at = node;
      return unary(node.operator, operand);
    }
    case 'binary':
      return valueOfBinary(node, frame);
    case 'logical':
      return valueOfLogical(node, frame);
    case 'conditional':
      return evaluate(truth(evaluate(node.test, frame)) ? node.value : node.otherwise, frame);
    case 'call':
      return valueOfCall(node, frame);
    case 'attribute': {
      const object = evaluate(node.object, frame);
      frame.at = node;
      return getAttribute(object, node.name);
    }
    case 'index': {
      const object = evaluate(node.object, frame);
      const index = evaluate(node.index, frame);
      frame.at = node;
      return getIndex(object, index, frame.thread.limits);
    }
    case 'slice':
      return valueOfSlice(node, frame);
    case 'lambda':
      return makeFunction(node.definition, frame);
  }
}

export function makeFunction(definition: FunctionDefinition, frame: Frame): StarlarkFunction {
  const fallbacks = definition.parameters.map(
    ({ fallback }) => fallback && evaluate(fallback, frame),
  );
  frame.thread.limits.slots(fallbacks.length);
  return new StarlarkFunction(definition, fallbacks, frame.environment, frame.file);
}

function valueOfName(node: Name, frame: Frame): Value {
  const value =
    node.hops < 0
      ? frame.file.predeclared.get(node.name)
      : environmentAt(frame, node.hops).slots[node.slot];
  if (value === undefined) {
    frame.at = node;
    throw new Failure(`"${node.name}" is used before it has a value`);
  }
  return value;
}

function valuesOf(nodes: readonly Expression[], frame: Frame): Value[] {
  frame.thread.limits.slots(nodes.length);
  return nodes.map((item) => evaluate(item, frame));
}

function valueOfDict(node: DictDisplay, frame: Frame): Value {
  const { limits } = frame.thread;
  const dict = new Dict();
  limits.slots(0);
  for (const entry of node.entries) {
    const key = evaluate(entry.key, frame);
    const value = evaluate(entry.value, frame);
    frame.at = entry.key;
    if (dict.has(key, limits)) throw new Failure('the key is given twice in one dict');
    dict.set(key, value, limits);
  }
  return dict;
}

/** Chains like `a + b + c` lean left and can be long, so they are walked in a loop. */
function valueOfBinary(node: Binary, frame: Frame): Value {
  const chain = [node];
  let first = node.left;
  while (first.kind === 'binary') {
    chain.push(first);
    first = first.left;
  }
  let value = evaluate(first, frame);
  for (const link of chain.reverse()) {
    const right = evaluate(link.right, frame);
    frame.at = link;
    frame.thread.limits.step();
    value = binary(link.operator, value, right, frame.thread.limits);
  }
  return value;
}

function valueOfLogical(node: Logical, frame: Frame): Value {
  let value: Value = null;
  for (const operand of node.operands) {
    value = evaluate(operand, frame);
    if (truth(value) === (node.operator === 'or')) break;
  }
  return value;
}

function valueOfCall(node: Call, frame: Frame): Value {
  const callee = evaluate(node.callee, frame);
  const args = evaluateArguments(node.args, frame, evaluate);
  frame.at = node;
  if (!isCallable(callee)) throw new Failure(`${aTypeOf(callee)} cannot be called`);
  return frame.thread.call(callee, args);
}

function valueOfSlice(node: Slice, frame: Frame): Value {
  const object = evaluate(node.object, frame);
  const bounds = {
    start: node.start && evaluate(node.start, frame),
    stop: node.stop && evaluate(node.stop, frame),
    step: node.step && evaluate(node.step, frame),
  };
  frame.at = node;
  return slice(object, bounds, frame.thread.limits);
}
