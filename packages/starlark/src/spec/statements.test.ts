import { describe, expect, it } from 'vitest';
import { errorIn, errorInBody, run, showBody } from '../testing/run.ts';

describe('assignments', () => {
  it.each([
    [['a, b = 1, 2', 'return (b, a)'], '(2, 1)'],
    [['(a, [b, c]), d = (1, [2, 3]), 4', 'return [a, b, c, d]'], '[1, 2, 3, 4]'],
    [['a, b = 1, 2', 'a, b = b, a', 'return (a, b)'], '(2, 1)'],
    [['a, = [7]', 'return a'], '7'],
    [['x = [1, 2]', 'x[0], x[-1] = 5, 6', 'return x'], '[5, 6]'],
    [['d = {}', 'd["k"] = 1', 'd["k"] += 4', 'return d'], '{"k": 5}'],
    [['x = 7', 'x -= 2; x *= 3; x //= 2; x %= 4; x <<= 2; x |= 1', 'return x'], '13'],
    [['x = [1]', 'y = x', 'x += [2]', 'return y'], '[1, 2]'],
    [['x = [1]', 'y = x', 'x = x + [2]', 'return y'], '[1]'],
    [['x = [1]', 'x += (2, 3)', 'x += {"k": 1}', 'x += x', 'return len(x)'], '8'],
    [['d = {"a": 1}', 'e = d', 'd |= {"b": 2}', 'return e'], '{"a": 1, "b": 2}'],
    [['s = "a"', 's += "b"', 'return s'], '"ab"'],
  ])('%j gives %s', (lines, shown) => expect(showBody(...lines)).toBe(shown));

  it('evaluates the target of an augmented assignment once', () => {
    const lines = [
      'n = []',
      'x = [1]',
      'def at():',
      '  n.append(1)',
      '  return 0',
      'x[at()] += 1',
      'return (x, n)',
    ];
    expect(showBody(...lines)).toBe('([2], [1])');
  });

  it.each([
    ['a, b = 1, 2, 3', 'cannot unpack 3 values into 2 targets'],
    ['a, b = 5', 'an int cannot be iterated over'],
    ['f() = 1', 'cannot assign to this expression'],
    ['1 = 2', 'cannot assign to this expression'],
    ['[] = []', 'cannot assign to an empty list'],
    ['a, b += 1, 2', 'takes one target'],
    ['x = y = 1', 'expected end of line, found "="'],
    ['x[1:2] = []', 'cannot assign to this expression'],
  ])('refuses %s', (line, message) => expect(errorInBody(line)).toContain(message));
});

describe('control flow', () => {
  it('takes the first branch that fits', () => {
    const grade = [
      'def g(x):',
      '  if x > 8: return "a"',
      '  elif x > 5:',
      '    return "b"',
      '  else:',
      '    return "c"',
    ];
    expect(showBody(...grade, 'return [g(9), g(7), g(1)]')).toBe('["a", "b", "c"]');
  });

  it('breaks, continues and returns out of loops', () => {
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
    expect(showBody(...lines)).toBe('[(0, 0), (2, 0), (3, 0)]');
    expect(showBody('for i in [1, 2]:', '  for j in [3]:', '    return (i, j)')).toBe('(1, 3)');
  });

  it('unpacks in loops and keeps the last value', () => {
    const lines = ['for k, v in {"a": 1, "b": 2}.items():', '  pass', 'return (k, v)'];
    expect(showBody(...lines)).toBe('("b", 2)');
  });

  it.each([
    ['if True:\n    x = 1\n', '"if" is only allowed in a function'],
    ['for x in []:\n    pass\n', '"for" is only allowed in a function'],
    ['return 1\n', '"return" is only allowed in a function'],
    ['break\n', '"break" is only allowed in a loop'],
    ['def f():\n    continue\n', '"continue" is only allowed in a loop'],
    ['def f():\n    for x in []:\n        def g(): break\n', '"break" is only allowed in a loop'],
    ['def f():\n    if x\n', 'expected ":"'],
    ['else:\n', 'expected an expression, found "else"'],
    ['def f(): load("a", "b")\n', '"load" is not allowed in a function'],
  ])('refuses %j', (source, message) => expect(errorIn(source).message).toContain(message));
});

describe('load', () => {
  const files: Record<string, string> = {
    'lib.star':
      'name = "lib"\nitems = [1]\ndef twice(x): return helper(x) * 2\ndef helper(x): return x\n_private = 1\n',
    'again.star': 'load("lib.star", "name")\nown = name + "!"\n',
    'a.star': 'load("b.star", "x")\nx2 = x\n',
    'b.star': 'load("a.star", "x2")\nx = 1\n',
    'broken.star': 'x = \n',
    'fails.star': 'def f():\n    return 1 // 0\n',
  };
  const load = (label: string) => {
    const source = files[label];
    return source === undefined ? undefined : { filename: label, source };
  };

  it('binds what another file defines', () => {
    const module = run('load("lib.star", "twice", other="name")\nx = twice(4)\ny = other\n', {
      load,
    });
    expect(module.get('x')).toBe(8n);
    expect(module.get('y')).toBe('lib');
    expect(module.names()).toEqual(['x', 'y']);
  });

  it('runs a file once, whoever loads it', () => {
    const source = 'load("lib.star", "items")\nload("again.star", "own")\nx = own\n';
    expect(run(source, { load }).get('x')).toBe('lib!');
  });

  it.each([
    ['load("lib.star", "_private")\n', 'private to its file'],
    ['load("lib.star", "nope")\n', '"lib.star" does not define "nope"'],
    ['load("again.star", "name")\n', '"again.star" does not define "name"'],
    ['load("missing.star", "x")\n', 'there is no such file'],
    ['load("a.star", "x2")\n', 'the files load each other'],
    ['load("lib.star")\n', 'must name what it loads'],
    ['load("lib.star", "items")\nitems.append(1)\n', 'cannot append to a frozen list'],
    ['load("lib.star", "name")\nname = 1\n', 'cannot reassign "name"'],
  ])('refuses %j', (source, message) =>
    expect(errorIn(source, { load }).message).toContain(message),
  );

  it('says in which file something went wrong', () => {
    expect(errorIn('load("broken.star", "x")\n', { load })).toMatchObject({
      filename: 'broken.star',
      line: 1,
    });
    const error = errorIn('load("fails.star", "f")\nx = f()\n', { load });
    expect(error.describe()).toBe(
      'fails.star:2:14: division by zero\n  in f (fails.star:2:14)\n  in <file> (test.star:2:5)',
    );
  });

  it('is not there without a resolver', () => {
    expect(errorIn('load("lib.star", "x")\n').message).toContain('loading is not available');
  });
});
