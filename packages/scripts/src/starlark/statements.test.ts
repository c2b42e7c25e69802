import { describe, expect, it } from 'vitest';
import { errorIn, errorInBody, showBody } from '../testing/run-starlark.ts';

describe('assignments', () => {
  it.each([
    [['a, b = 1, 2', 'return (b, a)'], '(2, 1)'],
    [['(a, [b, c]), d = (1, [2, 3]), 4', 'return [a, b, c, d]'], '[1, 2, 3, 4]'],
    [['a, b = 1, 2', 'a, b = b, a', 'return (a, b)'], '(2, 1)'],
    [['(a,) = [7]', 'return a'], '7'],
    [['[] = []', 'return 1'], '1'],
    [['x = [1, 2]', 'x[0], x[-1] = 5, 6', 'return x'], '[5, 6]'],
    [['d = {}', 'd["k"] = 1', 'd["k"] += 4', 'return d'], '{"k": 5}'],
    [['x = 7', 'x -= 2; x *= 3; x //= 2; x %= 4; x <<= 2; x |= 1', 'return x'], '13'],
    [['x = [1]', 'y = x', 'x += [2]', 'return y'], '[1, 2]'],
    [['x = [1]', 'y = x', 'x = x + [2]', 'return y'], '[1]'],
    [['x = [1]', 'x += (2, 3)', 'x += {"k": 1}', 'x += x', 'return len(x)'], '8'],
    [['d = {"a": 1}', 'e = d', 'd |= {"b": 2}', 'return e'], '{"a": 1, "b": 2}'],
    [['s = "a"', 's += "b"', 'return s'], '"ab"'],
  ])('%j gives %s', async (lines, shown) => expect(await showBody(...lines)).toBe(shown));

  it('evaluates the target of an augmented assignment once', async () => {
    const lines = [
      'n = []',
      'x = [1]',
      'def at():',
      '  n.append(1)',
      '  return 0',
      'x[at()] += 1',
      'return (x, n)',
    ];
    expect(await showBody(...lines)).toBe('([2], [1])');
  });

  it.each([
    ['a, b = 1, 2, 3', 'too many values to unpack (got 3, want 2)'],
    ['a, b = 5', 'got int in sequence assignment'],
    ['f() = 1', "can't assign to callexpr"],
    ['1 = 2', "can't assign to literal"],
    ['a, = [7]', 'unparenthesized tuple with trailing comma'],
    ['a, b += 1, 2', "can't use tuple expression in augmented assignment"],
    ['x = y = 1', "got '=', want newline"],
    ['x[1:2] = []', "can't assign to sliceexpr"],
  ])('refuses %s', async (line, message) => expect(await errorInBody(line)).toContain(message));
});

describe('control flow', () => {
  it('runs the first branch whose condition is true', async () => {
    const grade = [
      'def g(x):',
      '  if x > 8: return "a"',
      '  elif x > 5:',
      '    return "b"',
      '  else:',
      '    return "c"',
    ];
    expect(await showBody(...grade, 'return [g(9), g(7), g(1)]')).toBe('["a", "b", "c"]');
  });

  it('breaks, continues and returns out of loops', async () => {
    const lines = [
      'out = []',
      'for i in range(10):',
      '  if i == 1: continue',
      '  if i == 4: break',
      '  for j in range(3):',
      '    if j == 1: break',
      '    out.append((i, j))',
      'return out',
    ];
    expect(await showBody(...lines)).toBe('[(0, 0), (2, 0), (3, 0)]');
    expect(await showBody('for i in [1, 2]:', '  for j in [3]:', '    return (i, j)')).toBe(
      '(1, 3)',
    );
  });

  it('unpacks in loops and keeps the last value', async () => {
    const lines = ['for k, v in {"a": 1, "b": 2}.items():', '  pass', 'return (k, v)'];
    expect(await showBody(...lines)).toBe('("b", 2)');
  });

  it.each([
    ['if True:\n    x = 1\n', 'if statement not within a function'],
    ['for x in []:\n    pass\n', 'for loop not within a function'],
    ['return 1\n', 'return statement not within a function'],
    ['break\n', 'break not in a loop'],
    ['def f():\n    continue\n', 'continue not in a loop'],
    ['def f():\n    for x in []:\n        def g(): break\n', 'break not in a loop'],
    ['def f():\n    if x\n', "got newline, want ':'"],
    ['else:\n', 'got else, want primary expression'],
    ['def f(): load("a", "b")\n', 'load statement within a function'],
  ])('refuses %j', async (source, message) =>
    expect((await errorIn(source)).message).toContain(message),
  );
});

it('loads no other files', async () => {
  expect((await errorIn('load("lib.star", "x")\n')).message).toBe(
    'cannot load lib.star: other files cannot be imported here: lib.star',
  );
});
