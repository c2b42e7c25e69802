import { parsePipelineFile } from '@millrace/contract/pipeline';
import { describe, expect, it } from 'vitest';
import { orderSteps } from './order-steps.ts';

/** `b(a)` is a step named b that depends on a; `-b` is left out by its conditions. */
function order(description: string, cloneName: string | undefined = 'clone'): string[] {
  const items = description.split(' ').map((item) => {
    const [, out, name = '', dependsOn = ''] = /^(-?)(\w+)(?:\((.*)\))?$/.exec(item) ?? [];
    return { isOut: out === '-', name, dependsOn };
  });
  const text = items.map(({ name, dependsOn }) => `{ name: ${name}, depends_on: [${dependsOn}] }`);
  const steps = parsePipelineFile(`kind: pipeline\nsteps: [${text.join(', ')}]`).pipelines[0]
    ?.steps;
  const kept = new Set(items.filter((item) => !item.isOut).map((item) => item.name));
  return orderSteps(steps ?? [], (step) => kept.has(step.name), cloneName).map(
    ({ step, dependsOn }) => `${step.name}(${dependsOn})`,
  );
}

describe('orderSteps', () => {
  it.each([
    ['one after the other', 'a b c', ['a(clone)', 'b(a)', 'c(b)']],
    ['one after the other around a left-out step', 'a -b c', ['a(clone)', 'c(a)']],
    ['as the steps say', 'a b c(a,b)', ['a(clone)', 'b(clone)', 'c(a,b)']],
    ['a forward reference', 'a(b) b', ['a(b)', 'b(clone)']],
    ['through a left-out step', 'a -b(a) c(b) d(b,a)', ['a(clone)', 'c(a)', 'd(a)']],
    ['the clone named', 'a(clone) b(a)', ['a(clone)', 'b(a)']],
  ])('%s', (_, description, expected) => {
    expect(order(description)).toEqual(expected);
  });

  it('does without a clone', () => {
    expect(orderSteps([], () => true, undefined)).toEqual([]);
    expect(order('a(clone) b(a)', '')).toEqual(['a()', 'b(a)']);
  });

  it.each([
    ['a(b) b(a)', 'The steps a → b → a wait for each other'],
    ['a(a)', 'The steps a → a wait for each other'],
    ['a(x)', 'The step "a" depends on "x", which does not exist'],
  ])('refuses %s', (description, message) => {
    expect(() => order(description)).toThrow(message);
  });
});
