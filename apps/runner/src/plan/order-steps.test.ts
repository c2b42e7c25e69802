import { type PipelineStep, parsePipelineFile } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { orderSteps } from './order-steps.ts';

/** Orders steps written as `b(a)`: step b depends on step a; `-b` is skipped by its conditions. */
function order(description: string, cloneName: string | undefined = 'clone'): string[] {
  const items = description.split(' ').map((item) => {
    const [, sign, name = '', dependsOn = ''] = /^(-?)(\w+)(?:\((.*)\))?$/.exec(item) ?? [];
    return { isSkipped: sign === '-', name, dependsOn };
  });
  const list = (isService: boolean) =>
    items
      .filter(({ name }) => name.startsWith('db') === isService)
      .map(({ name, dependsOn }) => `{ name: ${name}, image: i, depends_on: [${dependsOn}] }`);
  const { pipelines } = parsePipelineFile(
    `kind: pipeline\nservices: [${list(true)}]\nsteps: [${list(false)}]`,
  );
  const { services = [], steps = [] } = pipelines[0] ?? {};
  const included = new Set(items.filter((item) => !item.isSkipped).map((item) => item.name));
  const isIncluded = (step: PipelineStep) => included.has(step.name);
  return orderSteps({ services, steps, isIncluded, cloneName: cloneName || undefined }).map(
    ({ step, dependsOn }) => `${step.name}(${dependsOn})`,
  );
}

describe('orderSteps', () => {
  it.each([
    ['runs steps in file order', 'a b c', ['a(clone)', 'b(a)', 'c(b)']],
    ['runs steps in file order without a skipped step', 'a -b c', ['a(clone)', 'c(a)']],
    ['follows depends_on', 'a b c(a,b)', ['a(clone)', 'b(clone)', 'c(a,b)']],
    ['supports dependencies on later steps', 'a(b) b', ['a(b)', 'b(clone)']],
    [
      'replaces a skipped dependency by its own dependencies',
      'a -b(a) c(b) d(b,a)',
      ['a(clone)', 'c(a)', 'd(a)'],
    ],
    ['supports explicit dependencies on the clone', 'a(clone) b(a)', ['a(clone)', 'b(a)']],
    ['ignores unknown dependencies', 'a(x) b(a)', ['a(clone)', 'b(a)']],
    [
      'starts services before steps',
      'db1 db2 a b',
      ['db1(clone)', 'db2(clone)', 'a(db1,db2)', 'b(a)'],
    ],
    ['starts services before a step graph', 'db a b(a)', ['db(clone)', 'a(db)', 'b(a)']],
    [
      'supports explicit dependencies on a service',
      'db a(clone) b(db)',
      ['db(clone)', 'a(clone)', 'b(db)'],
    ],
    ['ignores a skipped service', '-db a', ['a(clone)']],
  ])('%s', (_, description, expected) => {
    expect(order(description)).toEqual(expected);
  });

  it('works without a clone', () => {
    expect(order('a(clone) b(a)', '')).toEqual(['a()', 'b(a)']);
  });
});
