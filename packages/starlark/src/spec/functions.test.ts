import { describe, expect, it } from 'vitest';
import { errorIn, run, show } from '../testing/run.ts';

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
    ['f(0, *(1,), c=None)', '(0, 1, (), None, 4, {})'],
    ['f(None, None, c=None)', '(None, None, (), None, 4, {})'],
  ])('%s', (call, shown) => {
    expect(run(`${definition}x = repr(${call})\n`).get('x')).toBe(shown);
  });

  it.each([
    ['f()', 'f() misses arguments "a", "c"'],
    ['f(1)', 'f() misses argument "c"'],
    ['f(1, a=2, c=3)', 'two values for parameter "a"'],
    ['f(1, c=3, **{"c": 4})', 'argument "c" is given twice'],
    ['f(1, *5, c=1)', 'an int cannot be iterated over'],
    ['f(1, **[])', 'is a dict, not list'],
    ['f(1, **{1: 2})', 'are strings, not int'],
    ['g(1, 2)', 'g() takes at most 1 positional arguments, got 2'],
    ['g(z=1)', 'g() misses argument "a"'],
    ['g(1, z=1)', 'g() has no parameter "z"'],
    ['k(1)', 'k() takes at most 0 positional arguments'],
    ['f(a=1, 2)', 'cannot follow a named one'],
    ['f(a=1, a=2)', 'given twice'],
    ['f(**{}, a=1)', 'no argument may follow **kwargs'],
    ['5()', 'an int cannot be called'],
  ])('refuses %s', (call, message) => {
    const source = `${definition}\ndef g(a): pass\ndef k(*, a=1): pass\nx = ${call}\n`;
    expect(errorIn(source).message).toContain(message);
  });

  it.each([
    ['def f(a, a): pass', 'named twice'],
    ['def f(a=1, b): pass', 'cannot follow one with a default'],
    ['def f(*): pass', 'bare * must be followed'],
    ['def f(*, **k): pass', 'bare * must be followed'],
    ['def f(**k, a): pass', 'no parameter may follow'],
    ['def f(*a, *b): pass', 'only one *'],
  ])('refuses %s', (source, message) => {
    expect(errorIn(`${source}\n`).message).toContain(message);
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
    ['[len, lambda: 1]', '[<built-in len>, <function lambda>]'],
    ['["a".upper][0]()', '"A"'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));

  it('closes over the names around it', () => {
    const module = run(`
def counter():
    state = {"n": 0}
    def next(by=1):
        state["n"] += by
        return state["n"]
    return next

def main():
    a, b = counter(), counter()
    return [a(), a(5), b()]
`);
    expect(run('').names()).toEqual([]);
    expect(module.call('main')).toMatchObject({ items: [1n, 6n, 1n] });
  });

  it('sees what an outer variable holds when it is called', () => {
    const source = 'def f():\n    g = lambda: x\n    x = 5\n    return g()\ny = f()\n';
    expect(run(source).get('y')).toBe(5n);
  });

  it('returns None without return', () => {
    expect(run('def f(): pass\nx = f()\ndef g():\n    return\ny = g()\n').get('y')).toBe(null);
  });

  it('makes default values once', () => {
    const source =
      'def f():\n    def g(x, seen=[]):\n        seen.append(x)\n        return len(seen)\n    return g(1) + g(2)\ny = f()\n';
    expect(run(source).get('y')).toBe(3n);
  });
});

describe('recursion', () => {
  it.each([
    ['def f(): return f()', 'f()'],
    ['def f(): return g()\ndef g(): return f()', 'f()'],
    ['def f(x=None): return sorted([1], key=f)', 'f()'],
    ['f = lambda: f()', 'f()'],
  ])('is refused in %j', (source, call) => {
    expect(errorIn(`${source}\nx = ${call}\n`).message).toContain('calls itself');
  });

  it('is not seen where a function is only used twice', () => {
    expect(run('def f(x): return x + 1\ny = f(f(f(0)))\n').get('y')).toBe(3n);
  });
});
