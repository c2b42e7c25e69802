import { type PipelineStep, parsePipelineFile } from '@millrace/contract/pipeline';
import { describe, expect, it } from 'vitest';
import { orderSteps } from './order-steps.ts';

/** Orders steps written as `b(a)`: step b depends on step a; `-b` is skipped by its conditions. */
function order(description: string, cloneName: string | undefined = 'clone'): string[] {
  const items = description.split(' ').map((item) => {
    const [, out, name = '', dependsOn = ''] = /^(-?)(\w+)(?:\((.*)\))?$/.exec(item) ?? [];
    return { isOut: out === '-', name, dependsOn };
  });
  const list = (isService: boolean) =>
    items
      .filter(({ name }) => name.startsWith('db') === isService)
      .map(({ name, dependsOn }) => `{ name: ${name}, image: i, depends_on: [${dependsOn}] }`);
  const { pipelines } = parsePipelineFile(
    `kind: pipeline\nservices: [${list(true)}]\nsteps: [${list(false)}]`,
  );
  const { services = [], steps = [] } = pipelines[0] ?? {};
  const included = new Set(items.filter((item) => !item.isOut).map((item) => item.name));
  const isIncluded = (step: PipelineStep) => included.has(step.name);
  return orderSteps({ services, steps, isIncluded, cloneName: cloneName || undefined }).map(
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
    ['a name that is not there', 'a(x) b(a)', ['a(clone)', 'b(a)']],
    ['services first', 'db1 db2 a b', ['db1(clone)', 'db2(clone)', 'a(db1,db2)', 'b(a)']],
    ['services in a graph', 'db a b(a)', ['db(clone)', 'a(db)', 'b(a)']],
    ['a service named', 'db a(clone) b(db)', ['db(clone)', 'a(clone)', 'b(db)']],
    ['a left-out service', '-db a', ['a(clone)']],
  ])('%s', (_, description, expected) => {
    expect(order(description)).toEqual(expected);
  });

  it('works without a clone', () => {
    expect(order('a(clone) b(a)', '')).toEqual(['a()', 'b(a)']);
  });
});
