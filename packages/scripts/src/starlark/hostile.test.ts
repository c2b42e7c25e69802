import { describe, expect, it } from 'vitest';
import { ScriptBudget } from '../script-budget.ts';
import { errorOf } from '../testing/run.ts';
import {
  callMain,
  endOf,
  errorIn,
  globalOf,
  inFunction,
  tooMuch,
} from '../testing/run-starlark.ts';

const messageOf = async (source: string) => (await errorIn(source)).message;

describe('scripts that take too long', () => {
  it.each([
    ['an endless loop', inFunction('x = 0', 'for i in range(1 << 60):', '  x += 1')],
    ['sorting', inFunction('x = 0', 'for i in range(1000): sorted(range(5000), reverse=True)')],
  ])('stops %s', async (_, source) => {
    expect(await endOf(source)).toMatch(tooMuch);
  });

  it('counts the steps and the time of scripts that share a budget', async () => {
    const source = 'def main(ctx):\n    for i in range(100): pass\n    return {}\n';
    const budget = new ScriptBudget({ maxSteps: 1000 });
    await callMain(source, {}, budget);
    const { leftSteps, leftOutputBytes } = new ScriptBudget({ maxSteps: 1000 });
    expect(budget.leftSteps).toBeLessThan(leftSteps - 100);
    expect(budget.processor.usedMs).toBeGreaterThan(0);
    expect(budget.leftOutputBytes).toBe(leftOutputBytes - 2);
    const error = await errorOf(
      (async () => {
        for (;;) await callMain(source, {}, budget);
      })(),
    );
    expect(error.message).toBe('the scripts of a file may not take so many steps');
  });
});

describe('scripts that take too much memory', () => {
  it.each([
    ['"a" * 1000000000', 'x = "a" * 1000000000\n'],
    ['a list of a huge range', 'x = list(range(1 << 40))\n'],
    ['doubling a string', inFunction('x = "a"', 'for i in range(100): x += x')],
  ])('stops %s', async (_, source) => {
    expect(await endOf(source)).toMatch(tooMuch);
  });

  it.each(['1 << 1000000000', '1 << (1 << 1000)', '"a" * (1 << 2000)'])(
    'refuses %s',
    async (expression) => {
      expect(await messageOf(`x = ${expression}\n`)).toMatch(/^shift count too large: \d+$/);
    },
  );

  it('rejects long lists of arguments', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `a${at}`);
    expect(await messageOf(`x = dict(${names.join('=1,')}=1)\n`)).toBe(
      '300 keyword arguments in call, limit is 255',
    );
  });
});

describe('deep nesting', () => {
  const deep = 50_000;
  it.each([
    ['parentheses', `x = ${'('.repeat(deep)}${')'.repeat(deep)}`],
    ['lists', `x = ${'['.repeat(deep)}${']'.repeat(deep)}`],
    ['dicts', `x = ${'{0:'.repeat(deep)}${'}'.repeat(deep)}`],
    ['signs', `x = ${'-'.repeat(deep)}1`],
    ['nots', `x = ${'not '.repeat(deep)}1`],
    ['lambdas', `x = ${'lambda:'.repeat(deep)}1`],
    ['calls within calls', `x = ${'len('.repeat(deep)}${')'.repeat(deep)}`],
    ['conditions', `x = ${'1 if 1 else '.repeat(deep)}1`],
    ['targets', `${'['.repeat(deep)}x${']'.repeat(deep)} = 1`],
    ['defaults', `def f(${'a=lambda '.repeat(deep)}): pass`],
    [
      'blocks',
      `def f():\n${Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at + 1)}if 1:\n`).join('')}`,
    ],
  ])('of %s is refused', async (_, source) => {
    expect(await messageOf(source)).toBe('excessive nesting');
  });

  it.each([['calls', `x = len${'()'.repeat(deep)}`]])(
    'of %s takes no more than there is',
    async (_, source) => {
      expect(await endOf(source)).toMatch(tooMuch);
    },
  );

  it.each([
    ['sums', `x = ${'1 + '.repeat(500)}1\n`, 501],
    ['ands', `x = ${'1 and '.repeat(500)}1\n`, 1],
    ['ors', `x = ${'0 or '.repeat(500)}1\n`, 1],
  ])('is no matter for long %s', async (_, source, value) => {
    expect(await globalOf(source, 'x')).toBe(value);
  });

  it('does not apply to long chains of elif', async () => {
    const branches = Array.from({ length: 5000 }, (_, at) => `    elif x == ${at}: return ${at}\n`);
    const source = `def f(x):\n    if x == -1: return None\n${branches.join('')}y = f(4999)\n`;
    expect(await globalOf(source, 'y')).toBe(4999);
  });

  it.each(['x == y', 'x < y'])('of data is refused in %s', async (expression) => {
    const lines = ['x = [1]; y = [1]', 'for i in range(10000):', '  x = [x]; y = [y]', expression];
    expect(await messageOf(inFunction(...lines))).toContain('maximum recursion depth');
    const circle = ['x = []; y = []', 'x.append(x); y.append(y)', expression];
    expect(await messageOf(inFunction(...circle))).toContain('maximum recursion depth');
  });
});

describe('ways out', () => {
  it.each([
    '__proto__',
    'constructor',
    'prototype',
    '__class__',
    '__dict__',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'length',
    'frozen',
    'call',
    'apply',
    'type',
    'run',
  ])('%s is not an attribute of values that do not define it', async (name) => {
    const values = '["", 1, 1.5, None, True, [], (), struct(), len, range(1), {}, set(), "".upper]';
    const source = `x = any([hasattr(v, "${name}") for v in ${values}] + [{}.get("${name}")])\n`;
    expect(await globalOf(source, 'x')).toBe(false);
  });

  it('treats keys and fields with names of JavaScript as data', async () => {
    const given = await callMain(
      'def main(ctx): return [{"__proto__": {"a": 1}, "constructor": 2}, struct(__proto__=1)]\n',
    );
    expect(JSON.stringify(given)).toBe('[{"__proto__":{"a":1},"constructor":2},{"__proto__":1}]');
  });
});
