import { describe, expect, it } from 'vitest';
import { errorIn, globalOf, show } from '../testing/run-starlark.ts';

const definition = `
def f(a, b=2, *rest, c, d=4, **more):
    return (a, b, rest, c, d, more)
`;

describe('arguments', () => {
  it.each([
    ['f(1, c=3)', '(1, 2, (), 3, 4, {})'],
    ['f(1, 9, 8, 7, c=3)', '(1, 9, (8, 7), 3, 4, {})'],
    ['f(c=3, a=1, x=5, d=6)', '(1, 2, (), 3, 6, {"x": 5})'],
    ['f(*[1, 2, 3], **{"c": 4, "y": 5})', '(1, 2, (3,), 4, 4, {"y": 5})'],
    ['f(0, c=None, *(1,))', '(0, 1, (), None, 4, {})'],
    ['f(None, None, c=None)', '(None, None, (), None, 4, {})'],
  ])('%s', async (call, shown) => {
    expect(await globalOf(`${definition}x = repr(${call})\n`, 'x')).toBe(shown);
  });

  it.each([
    ['f()', 'function f missing 2 arguments (a, c)'],
    ['f(1)', 'function f missing 1 argument (c)'],
    ['f(1, a=2, c=3)', 'function f got multiple values for parameter "a"'],
    ['f(1, c=3, **{"c": 4})', 'function f got multiple values for parameter "c"'],
    ['f(1, c=1, *5)', 'argument after * must be iterable, not int'],
    ['f(1, *(2,), c=1)', 'keyword argument may not follow *args'],
    ['f(1, **[])', 'argument after ** must be a mapping, not list'],
    ['f(1, **{1: 2})', 'keywords must be strings, not int'],
    ['g(1, 2)', 'function g accepts 1 positional argument (2 given)'],
    ['g(z=1)', 'function g got an unexpected keyword argument "z"'],
    ['g(1, z=1)', 'function g got an unexpected keyword argument "z"'],
    ['k(1)', 'function k accepts 0 positional arguments (1 given)'],
    ['f(a=1, 2)', 'positional argument may not follow named'],
    ['f(a=1, a=2)', 'keyword argument "a" is repeated'],
    ['f(**{}, a=1)', 'keyword argument may not follow **kwargs'],
    ['5()', 'invalid call of non-function (int)'],
  ])('refuses %s', async (call, message) => {
    const source = `${definition}\ndef g(a): pass\ndef k(*, a=1): pass\nx = ${call}\n`;
    expect((await errorIn(source)).message).toContain(message);
  });

  it.each([
    ['def f(a, a): pass', 'duplicate parameter: a'],
    ['def f(a=1, b): pass', 'required parameter may not follow optional'],
    ['def f(*): pass', 'bare * must be followed'],
    ['def f(*, **k): pass', 'bare * must be followed'],
    ['def f(**k, a): pass', 'required parameter may not follow **k'],
    ['def f(*a, *b): pass', 'multiple * parameters not allowed'],
  ])('refuses %s', async (source, message) => {
    expect((await errorIn(`${source}\n`)).message).toContain(message);
  });
});

describe('functions as values', () => {
  it.each([
    ['(lambda x, y=1: x + y)(2)', '3'],
    ['(lambda *a, **k: (a, k))(1, b=2)', '((1,), {"b": 2})'],
    ['(lambda: 7)()', '7'],
    ['[f(10) for f in [lambda x, i=i: x + i for i in range(3)]]', '[10, 11, 12]'],
    ['type(lambda: 1)', '"function"'],
    ['type(len)', '"builtin_function_or_method"'],
    ['len == len', 'True'],
    ['{len: 1}[len]', '1'],
    ['[len, lambda: 1]', '[<built-in function len>, <function lambda>]'],
    ['["a".upper][0]()', '"A"'],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it('closes over the names around it', async () => {
    const source = `
def counter():
    state = {"n": 0}
    def next(by=1):
        state["n"] += by
        return state["n"]
    return next

def both():
    a, b = counter(), counter()
    return [a(), a(5), b()]
`;
    expect(await globalOf(source, 'both()')).toEqual([1, 6, 1]);
  });

  it('sees what an outer variable holds when it is called', async () => {
    const source = 'def f():\n    g = lambda: x\n    x = 5\n    return g()\ny = f()\n';
    expect(await globalOf(source, 'y')).toBe(5);
  });

  it('returns None without return', async () => {
    expect(await globalOf('def f(): pass\nx = f()\ndef g():\n    return\ny = g()\n', 'y')).toBe(
      null,
    );
  });

  it('makes default values once', async () => {
    const source =
      'def f():\n    def g(x, seen=[]):\n        seen.append(x)\n        return len(seen)\n    return g(1) + g(2)\ny = f()\n';
    expect(await globalOf(source, 'y')).toBe(3);
  });
});

describe('recursion', () => {
  it.each([
    ['def f(): return f()', 'f()'],
    ['def f(): return g()\ndef g(): return f()', 'f()'],
    ['def f(x=None): return sorted([1], key=f)', 'f()'],
    ['f = lambda: f()', 'f()'],
  ])('is refused in %j', async (source, call) => {
    expect((await errorIn(`${source}\nx = ${call}\n`)).message).toContain('called recursively');
  });

  it('is not reported if a function is only used twice', async () => {
    expect(await globalOf('def f(x): return x + 1\ny = f(f(f(0)))\n', 'y')).toBe(3);
  });
});
