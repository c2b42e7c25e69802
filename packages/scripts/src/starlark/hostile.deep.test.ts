import { describe, expect, it } from 'vitest';
import { endOf, globalOf, inFunction, tooMuch } from '../testing/run-starlark.ts';

const deep = 50_000;
const maxProcessorMs = 1500;

describe('a script takes no more than its limits with', () => {
  it.each([
    ['nested loops', inFunction('x = 0', 'r = range(100000)', 'for i in r:', '  for j in r: pass')],
    ['a comprehension', 'x = [0 for a in range(10000) for b in range(10000)]\n'],
    ['a sum over nothing', 'x = any([0 for i in range(1 << 40)])\n'],
    [
      'searching a list again and again',
      inFunction('x = list(range(10000))', 'for i in range(10000): i in x or -1 in x'),
    ],
    [
      'hashing what branches out',
      inFunction('x = (1,)', 'for i in range(60): x = (x, x)', 'x = {x: 1}'),
    ],
    [
      'showing what branches out',
      inFunction('x = [1]', 'for i in range(60): x = [x, x]', 'x = str(x)'),
    ],
    ['calling', inFunction('x = 0', 'g = lambda: 1', 'for i in range(1000000): g()')],
    ['[0] * 1000000000', 'x = [0] * 1000000000\n'],
    ['(0,) * 1000000000', 'x = (0,) * 1000000000\n'],
    ['doubling a list', inFunction('x = [0]', 'for i in range(100): x += x')],
    ['extending by itself', inFunction('x = [0]', 'for i in range(100): x.extend(x)')],
    ['doubling a copy', inFunction('x = [0]', 'for i in range(100): x = x + x')],
    ['joining', inFunction('x = "a" * 1000000', 'x = x.join([x] * 1000)')],
    ['replacing', inFunction('x = "a" * 1000000', 'x = x.replace("a", x)')],
    ['formatting with %', inFunction('x = "a" * 1000000', 'x = ("%s" * 1000) % tuple([x] * 1000)')],
    ['replacing nothing', inFunction('x = "a" * 100000', 'x = x.replace("", x)')],
    ['formatting with braces', inFunction('x = "a" * 1000000', 'x = ("{0}" * 1000).format(x)')],
    ['splitting', inFunction('x = ",".join(["a"] * 500000)', 'for i in range(100): x.split(",")')],
    ['indexes', `x = [1]${'[0]'.repeat(deep)}`],
    ['attributes', `x = len${'.a'.repeat(deep)}`],
    ['clauses', `x = [1 ${'for x in [1] '.repeat(deep)}]`],
    ['sums', `x = ${'1 + '.repeat(deep)}1\n`],
    [
      'functions that call each other',
      `${Array.from({ length: 20_000 }, (_, at) => `def f${at}(): return f${at + 1}()\n`).join('')}def f20000(): return 1\nx = f0()\n`,
    ],
  ])('%s', async (_, source) => {
    expect(await endOf(source, maxProcessorMs)).toMatch(tooMuch);
  });
});

it('a memory bomb is stopped early', async () => {
  await globalOf('x = 1\n', 'x');
  const bomb = inFunction('x = [0]', 'for i in range(100): x += x');
  expect(await endOf(bomb, 30_000)).toBe('the script needs too much memory');
});
