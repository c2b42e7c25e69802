import { Failure } from '../errors.ts';
import type { Arguments, StarlarkFunction } from '../values/callable.ts';
import type { Value } from '../values/value.ts';
import { bindArguments } from './bind-arguments.ts';
import { executeBlock } from './execute.ts';
import type { Thread } from './thread.ts';

export function callFunction(thread: Thread, callee: StarlarkFunction, args: Arguments): Value {
  const { definition } = callee;
  if (thread.isRunning(callee))
    throw new Failure(`${definition.name}() calls itself; there is no recursion`);
  thread.limits.slots(definition.slotCount);
  const slots = bindArguments(callee, args, thread.limits);
  const frame = {
    name: definition.name,
    file: callee.file,
    environment: { slots, outer: callee.outer },
    thread,
    callee,
    at: definition,
  };
  return thread.within(frame, () => {
    const outcome = executeBlock(definition.body, frame);
    return typeof outcome === 'object' ? outcome.returned : null;
  });
}
