import { expect, it } from 'vitest';
import { decideMatrix } from './decide-matrix.ts';

const source = { variable: 'T', pipeline: 'plan', output: 'targets' };
const decide = (data: string, isMasked = false, name = 'targets') =>
  decideMatrix([source], (stage) =>
    stage === 'plan'
      ? [
          { name: 'other', data: 'x', isMasked: false },
          { name, data, isMasked },
        ]
      : undefined,
  );

it('reads a list for each variable', () => {
  expect(decide('["a", 1.20]')).toEqual({ lists: { T: ['a', '1.20'] } });
  expect(decide('[]')).toEqual({ lists: { T: [] } });
});

it.each([
  ['an output that does not exist', decide('a', false, 'b'), 'no step has set it'],
  ['a masked output', decide('a', true), 'it is masked, and its values would be names of stages'],
  ['a wrong value', decide('a b'), 'value 1 is not allowed'],
  [
    'a pipeline that the build does not have',
    decideMatrix([source], () => undefined),
    'the pipeline is not part of this build',
  ],
])('names the variable and the output with %s', (_, decided, problem) => {
  const message = `matrix.T, the output "targets" of "plan": ${problem}`;
  expect(decided).toEqual({ error: expect.stringContaining(message) });
});
