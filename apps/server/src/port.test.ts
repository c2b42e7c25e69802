import { expect, it } from 'vitest';
import { Port, Ports } from './port.ts';

const mill = new Port<{ grind: (grain: string) => string }>('mill');
const answers = { grind: (grain: string) => `${grain} flour` };

it('gives answers also to those who asked before', () => {
  const ports = new Ports();
  const early = ports.askAs('bakery')(mill);
  ports.add('mill', mill.answer(answers));
  ports.requireAnswers();
  expect([early, ports.askAs('brewery')(mill)].map(({ grind }) => grind('rye'))).toEqual([
    'rye flour',
    'rye flour',
  ]);
});

it('names who asks, and who is absent', () => {
  const ports = new Ports();
  ports.askAs('bakery')(mill);
  expect(() => ports.requireAnswers()).toThrow(
    'The feature bakery asks the feature mill, which is absent',
  );
});

it('refuses a second answer, and that of another feature', () => {
  const ports = new Ports();
  ports.add('mill', mill.answer(answers));
  expect(() => ports.add('mill', mill.answer(answers))).toThrow('answered twice');
  expect(() => ports.add('bakery', mill.answer(answers))).toThrow('answers the port of mill');
});
