import { describe, expect, it } from 'vitest';
import { toJson } from './json.ts';
import { errorIn, errorOf, run } from './testing/run.ts';

const inFunction = (...lines: string[]): string =>
  `def f():\n${lines.map((line) => `    ${line}\n`).join('')}    return x\ny = f()\n`;

describe('scripts that take too long', () => {
  it.each([
    ['an endless loop', inFunction('x = 0', 'for i in range(1 << 60):', '  x += 1')],
    ['nested loops', inFunction('x = 0', 'r = range(100000)', 'for i in r:', '  for j in r: pass')],
    ['a comprehension', 'x = [0 for a in range(10000) for b in range(10000)]\n'],
    ['a list of a huge range', 'x = list(range(1 << 40))\n'],
    ['a sum over nothing', 'x = any([0 for i in range(1 << 40)])\n'],
    [
      'searching a list again and again',
      inFunction('x = list(range(10000))', 'for i in range(10000): i in x or -1 in x'),
    ],
    [
      'comparing what branches out',
      inFunction('x = [1]; y = [1]', 'for i in range(60):', '  x = [x, x]; y = [y, y]', 'x == y'),
    ],
    [
      'ordering what branches out',
      inFunction('x = [1]; y = [1]', 'for i in range(60):', '  x = [x, x]; y = [y, y]', 'x < y'),
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
    [
      'a needle that nearly fits',
      inFunction('x = "b" + "a" * 500000', 'y = "a" * 1000000', 'x = x in y'),
    ],
  ])('stops %s', (_, source) => {
    expect(errorIn(source).message).toMatch(
      /^the script needs more than \d+ (steps|bytes of memory)$/,
    );
  });

  it('counts calls of a module on from its first run', () => {
    const module = run('def f():\n    for i in range(100): pass\n', { maxSteps: 1000 });
    for (let turn = 0; turn < 4; turn++) module.call('f');
    expect(errorOf(() => module.call('f', [])).message).toBe(
      'the script needs more than 1000 steps',
    );
  });

  it('counts what loaded files do', () => {
    const load = (filename: string) => ({ filename, source: 'x = [0 for i in range(600)]\n' });
    const source = 'load("a", "x")\nload("b", y="x")\n';
    expect(errorIn(source, { load, maxSteps: 2000 }).message).toContain('2000 steps');
  });
});

describe('scripts that take too much memory', () => {
  it.each([
    ['"a" * 1000000000', 'x = "a" * 1000000000\n'],
    ['"a" * a huge int', 'x = "a" * (1 << 2000)\n'],
    ['[0] * 1000000000', 'x = [0] * 1000000000\n'],
    ['(0,) * 1000000000', 'x = (0,) * 1000000000\n'],
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
    ['taking characters', inFunction('x = "a" * 30000000', 'x = x.elems()')],
    ['slicing again and again', inFunction('x = "a" * 1000000', 'for i in range(1000): x[1:]')],
    ['printing', inFunction('x = "a" * 1000000', 'print(*([x] * 1000), sep=x)')],
  ])('stops %s', (_, source) => {
    expect(errorIn(source).message).toMatch(
      /^the script needs more than \d+ (steps|bytes of memory)$/,
    );
  });

  it.each([
    ['squaring', inFunction('x = 3', 'for i in range(100): x = x * x')],
    ['shifting', 'x = 1 << 1000000000\n'],
    ['shifting by a huge int', 'x = 1 << (1 << 1000)\n'],
    ['adding', inFunction('x = 1 << 4095', 'x += x')],
  ])('stops %s', (_, source) => {
    expect(errorIn(source).message).toBe('the int needs more than 4096 bits');
  });

  it('refuses long numbers', () => {
    expect(errorIn(`x = ${'9'.repeat(100_000)}\n`).message).toBe('number too large');
    expect(errorIn('x = int("9" * 100000)\n').message).toContain('is not a number');
    expect(errorIn('x = int("9" * 4000)\n').message).toContain('4096 bits');
  });

  it('refuses long lists of arguments and parameters', () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `a${at}`);
    expect(errorIn(`def f(${names.join()}): pass\n`).message).toBe('more than 500 parameters');
    expect(errorIn(`x = dict(${names.join('=1,')}=1)\n`).message).toBe('more than 500 arguments');
  });

  it('refuses a file larger than the limit', () => {
    expect(errorIn(`# ${'a'.repeat(2000)}`, { maxBytes: 1000 }).message).toContain('1000 bytes');
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
    ['calls', `x = len${'()'.repeat(deep)}`],
    ['calls within calls', `x = ${'len('.repeat(deep)}${')'.repeat(deep)}`],
    ['indexes', `x = [1]${'[0]'.repeat(deep)}`],
    ['attributes', `x = len${'.a'.repeat(deep)}`],
    ['conditions', `x = ${'1 if 1 else '.repeat(deep)}1`],
    ['clauses', `x = [1 ${'for x in [1] '.repeat(deep)}]`],
    ['targets', `${'['.repeat(deep)}x${']'.repeat(deep)} = 1`],
    ['defaults', `def f(${'a=lambda '.repeat(deep)}): pass`],
    [
      'blocks',
      `def f():\n${Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at + 1)}if 1:\n`).join('')}`,
    ],
  ])('of %s is refused', (_, source) => {
    expect(errorIn(source).message).toBe('more than 150 levels of nesting');
  });

  it.each([
    ['sums', `x = ${'1 + '.repeat(deep)}1\n`, 50_001n],
    ['ands', `x = ${'1 and '.repeat(deep)}1\n`, 1n],
    ['ors', `x = ${'0 or '.repeat(deep)}1\n`, 1n],
  ])('is no matter for long %s', (_, source, value) => {
    expect(run(source).get('x')).toBe(value);
  });

  it('is no matter for long chains of elif', () => {
    const branches = Array.from({ length: 5000 }, (_, at) => `    elif x == ${at}: return ${at}\n`);
    const source = `def f(x):\n    if x == -1: return None\n${branches.join('')}y = f(4999)\n`;
    expect(run(source).get('y')).toBe(4999n);
  });

  it('of calls is refused', () => {
    const chain = Array.from({ length: 200 }, (_, at) => `def f${at}(): return f${at + 1}()\n`);
    const error = errorIn(`${chain.join('')}def f200(): return 1\nx = f0()\n`);
    expect(error.message).toBe('more than 100 calls inside each other');
    expect(error.callStack).toHaveLength(100);
  });

  it('of expressions over many calls is refused before the stack is full', () => {
    const chain = Array.from(
      { length: 90 },
      (_, at) => `def f${at}(): return ${'['.repeat(140)}f${at + 1}()${']'.repeat(140)}\n`,
    );
    const source = `${chain.join('')}def f90(): return 1\nx = f0()\n`;
    expect(errorIn(source).message).toBe('expressions and calls are nested too deeply');
    const blocks = Array.from({ length: 90 }, (_, at) => {
      const ifs = Array.from({ length: 140 }, (_, depth) => `${' '.repeat(depth + 1)}if 1:\n`);
      return `def f${at}():\n${ifs.join('')}${' '.repeat(141)}f${at + 1}()\n`;
    });
    expect(errorIn(`${blocks.join('')}def f90(): return 1\nx = f0()\n`).message).toBe(
      'expressions and calls are nested too deeply',
    );
  });

  it.each([['str(x)'], ['x == y'], ['x < y'], ['{t: 1}']])(
    'of data is refused in %s',
    (expression) => {
      const source = inFunction(
        'x = [1]; y = [1]; t = (1,)',
        'for i in range(10000):',
        '  x = [x]; y = [y]; t = (t,)',
        expression,
      );
      expect(errorIn(source).message).toBe('the value is nested more than 200 levels deep');
    },
  );

  it('of data can be frozen, and shown when it goes in circles', () => {
    const module = run(
      'def f():\n    x = []\n    for i in range(50000): x = [x]\n    x.append(x)\n    return x\ny = f()\n',
    );
    expect(errorOf(() => module.call('y')).message).toBe('"y" is a list, not a function');
    const y = module.get('y');
    if (y === undefined) throw new Error('y is not there');
    expect(errorOf(() => toJson(y)).message).toContain('nested more than 200 levels deep');
  });

  it('of lists that contain themselves does not hang', () => {
    expect(
      errorIn(inFunction('x = []; y = []', 'x.append(x); y.append(y)', 'x == y')).message,
    ).toContain('nested');
    expect(
      errorIn(inFunction('x = []; y = []', 'x.append(x); y.append(y)', 'x < y')).message,
    ).toContain('nested');
  });
});

describe('ways out', () => {
  it.each([
    ...['__proto__', 'constructor', 'prototype', '__class__', '__dict__', 'toString', 'valueOf'],
    ...[
      'hasOwnProperty',
      'length',
      'items',
      'frozen',
      'call',
      'apply',
      'type',
      'definition',
      'run',
    ],
  ])('%s is no attribute of anything that does not define it', (name) => {
    for (const value of [
      '""',
      '(1)',
      '(1.5)',
      'None',
      'True',
      '[]',
      '()',
      'struct()',
      'len',
      'range(1)',
    ])
      expect(errorIn(`x = ${value}.${name}\n`).message).toContain(`has no attribute "${name}"`);
    for (const value of ['(lambda: 1)', '"".upper', 'set()'])
      expect(run(`x = hasattr(${value}, "${name}")\n`).get('x')).toBe(false);
    expect(run(`x = {}.get("${name}")\n`).get('x')).toBe(null);
  });

  it('keys and fields with names of JavaScript stay data', () => {
    const module = run(
      'x = {"__proto__": {"a": 1}, "constructor": 2}\ny = struct(__proto__=1, toString=2)\n',
    );
    const x = toJson(module.get('x') ?? null);
    expect(Object.keys(x ?? {})).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(x)).toBe(Object.prototype);
    expect(JSON.stringify(toJson(module.get('y') ?? null))).toBe('{"__proto__":1,"toString":2}');
    expect('a' in {}).toBe(false);
  });

  it('names of parameters may be names of JavaScript', () => {
    const source =
      'def f(__proto__, constructor=2, **toString): return [__proto__, constructor, toString]\n';
    expect(toJson(run(source).call('f', [1n], { valueOf: 3n }))).toEqual([1, 2, { valueOf: 3 }]);
  });
});
