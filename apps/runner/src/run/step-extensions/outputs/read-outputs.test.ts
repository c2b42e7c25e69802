import { expect, it } from 'vitest';
import { readOutputs } from './read-outputs.ts';

const read = (open: string, masked = '') => {
  const { outputs, problems } = readOutputs({ open, masked });
  const list = outputs.map(({ name, data, isMasked }) => `${name}=${data}${isMasked ? ' *' : ''}`);
  return [list, problems];
};

it.each([
  ['', [], []],
  ['A=1\nB=x y=z\n', ['A=1', 'B=x y=z'], []],
  ['A=1\r\n\r\nA=2', ['A=2'], []],
  ['A=', ['A='], []],
  ['A<<END\nx\n\ny=1\nEND\nB=2', ['A=x\n\ny=1', 'B=2'], []],
  ['A<<END\nEND', ['A='], []],
  ['A<<END\r\nx\r\ny\r\nEND\r\n', ['A=x\ny'], []],
  ['A=x<<END\nB<<C=D\nx\nC=D', ['A=x<<END', 'B=x'], []],
  ['A=1\nB<<END\nC=2', ['A=1'], ['line 2 of $DRONE_OUTPUT has no later line that ends its value']],
  ['A<<\n\n', [], ['line 1 of $DRONE_OUTPUT has no later line that ends its value']],
  [`A<<END\n${'x\n'.repeat(20_000)}END\nB=1`, ['B=1'], ['line 1 of $DRONE_OUTPUT is too long']],
  ['nothing', [], ['line 1 of $DRONE_OUTPUT has no NAME=value']],
  ['=x', [], ['line 1 of $DRONE_OUTPUT has no name that an output may have']],
  ['A=1\n1A=x\nDRONE_TAG=x\nPLUGIN_CONFIG=x', ['A=1'], expect.arrayContaining([])],
  [`A=${'x'.repeat(40_000)}`, [], ['line 1 of $DRONE_OUTPUT is too long']],
  [`A=${'x'.repeat(70_000)}`, [], ['$DRONE_OUTPUT is larger than 64 KiB and is ignored']],
])('reads %j', (text, outputs, problems) => {
  expect(read(text)).toEqual([outputs, problems]);
});

it('marks values of the other file', () => {
  expect(read('A=1\nB=2', 'B=3')).toEqual([['A=1', 'B=3 *'], []]);
});

it('has a maximum number of outputs', () => {
  const text = Array.from({ length: 150 }, (_, at) => `A${at}=x`).join('\n');
  const [outputs, problems] = read(text);
  expect([outputs?.length, problems]).toEqual([100, ['only the first 100 outputs are passed on']]);
});

it.each(['DRONE', 'CI', 'CI_X', 'DRONE_TAG', 'PLUGIN_CONFIG', 'a-b', '1A', 'A B'])(
  'rejects the name %s',
  (name) => {
    expect(read(`${name}=x`)).toEqual([
      [],
      ['line 1 of $DRONE_OUTPUT has no name that an output may have'],
    ]);
  },
);
