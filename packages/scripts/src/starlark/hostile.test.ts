import { describe, expect, it } from 'vitest';
import { ScriptBudget } from '../script-budget.ts';
import { errorOf } from '../testing/run.ts';
import { callMain, errorIn, globalOf } from '../testing/run-starlark.ts';

const inFunction = (...lines: string[]): string =>
  `def f():\n${lines.map((line) => `    ${line}\n`).join('')}    return x\ny = f()\n`;
const messageOf = async (source: string) => (await errorIn(source)).message;
const tooMuch =
  /^(the scripts of a file may not take so (many steps|long)|the script (needs too much memory|calls itself too deeply))$/;
const endOf = async (source: string, maxMs = 1500) =>
  (await errorIn(source, new ScriptBudget({ maxMs }))).message;

describe('scripts that take too long', () => {
  it.each([
    ['an endless loop', inFunction('x = 0', 'for i in range(1 << 60):', '  x += 1')],
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
    ['sorting', inFunction('x = 0', 'for i in range(1000): sorted(range(5000), reverse=True)')],
    ['calling', inFunction('x = 0', 'g = lambda: 1', 'for i in range(1000000): g()')],
  ])('stops %s', async (_, source) => {
    expect(await endOf(source, 500)).toMatch(tooMuch);
  });

  it('counts the steps and the time of scripts that share a budget', async () => {
    const source = 'def main(ctx):\n    for i in range(100): pass\n    return {}\n';
    const budget = new ScriptBudget({ maxSteps: 1000 });
    await callMain(source, {}, budget);
    const { leftSteps, leftMs, leftOutputBytes } = new ScriptBudget({ maxSteps: 1000 });
    expect(budget.leftSteps).toBeLessThan(leftSteps - 100);
    expect(budget.leftMs).toBeLessThan(leftMs);
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
    ['[0] * 1000000000', 'x = [0] * 1000000000\n'],
    ['(0,) * 1000000000', 'x = (0,) * 1000000000\n'],
    ['a list of a huge range', 'x = list(range(1 << 40))\n'],
    ['doubling a string', inFunction('x = "a"', 'for i in range(100): x += x')],
    ['doubling a list', inFunction('x = [0]', 'for i in range(100): x += x')],
    ['extending by itself', inFunction('x = [0]', 'for i in range(100): x.extend(x)')],
    ['doubling a copy', inFunction('x = [0]', 'for i in range(100): x = x + x')],
    ['joining', inFunction('x = "a" * 1000000', 'x = x.join([x] * 1000)')],
    ['replacing', inFunction('x = "a" * 1000000', 'x = x.replace("a", x)')],
    ['replacing nothing', inFunction('x = "a" * 100000', 'x = x.replace("", x)')],
    ['formatting with %', inFunction('x = "a" * 1000000', 'x = ("%s" * 1000) % tuple([x] * 1000)')],
    ['formatting with braces', inFunction('x = "a" * 1000000', 'x = ("{0}" * 1000).format(x)')],
    ['splitting', inFunction('x = ",".join(["a"] * 500000)', 'for i in range(100): x.split(",")')],
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

  it('still runs scripts after one that exceeded its limit', async () => {
    await messageOf('x = "a" * 1000000000\n');
    expect(await globalOf('x = 1\n', 'x')).toBe(1);
  });

  it('stops a memory bomb early', async () => {
    await globalOf('x = 1\n', 'x');
    const bomb = inFunction('x = [0]', 'for i in range(100): x += x');
    const error = await errorIn(bomb, new ScriptBudget({ maxMs: 30_000 }));
    expect(error.message).toBe('the script needs too much memory');
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

  it.each([
    ['calls', `x = len${'()'.repeat(deep)}`],
    ['indexes', `x = [1]${'[0]'.repeat(deep)}`],
    ['attributes', `x = len${'.a'.repeat(deep)}`],
    ['clauses', `x = [1 ${'for x in [1] '.repeat(deep)}]`],
    ['sums', `x = ${'1 + '.repeat(deep)}1\n`],
    [
      'functions that call each other',
      `${Array.from({ length: 20_000 }, (_, at) => `def f${at}(): return f${at + 1}()\n`).join('')}def f20000(): return 1\nx = f0()\n`,
    ],
  ])('of %s takes no more than there is', async (_, source) => {
    expect(await endOf(source)).toMatch(tooMuch);
  });

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
    ...['__proto__', 'constructor', 'prototype', '__class__', '__dict__', 'toString', 'valueOf'],
    ...['hasOwnProperty', 'length', 'frozen', 'call', 'apply', 'type', 'run'],
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
