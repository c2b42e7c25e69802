import { describe, expect, it } from 'vitest';
import { errorIn, run } from '../testing/run.ts';

describe('scopes', () => {
  it('finds globals that are defined after the function', () => {
    expect(run('def f(): return later\nlater = 3\nx = f()\n').get('x')).toBe(3n);
  });

  it('keeps names of comprehensions to themselves', () => {
    const source =
      'def f():\n    x = 1\n    y = [x for x in [5, 6]]\n    return (x, y)\nr = repr(f())\n';
    expect(run(source).get('r')).toBe('(1, [5, 6])');
    expect(errorIn('y = [i for i in [1]]\nz = i\n').message).toContain('"i" is not defined');
  });

  it('evaluates the first iterable outside of the comprehension', () => {
    const source = 'def f():\n    x = [1, 2]\n    return [x for x in x]\nr = repr(f())\n';
    expect(run(source).get('r')).toBe('[1, 2]');
  });

  it('lets a file and a function hide names of the language', () => {
    expect(run('len = 4\nx = len\n').get('x')).toBe(4n);
    expect(run('def f(str): return str + 1\nx = f(1)\n').get('x')).toBe(2n);
  });

  it('gives names from the host', () => {
    expect(run('x = answer + 1\n', { globals: { answer: 41n } }).get('x')).toBe(42n);
  });

  it('does not find names of JavaScript', () => {
    for (const name of [
      'globalThis',
      'constructor',
      '__proto__',
      'toString',
      'process',
      'undefined',
    ])
      expect(errorIn(`x = ${name}\n`).message).toBe(`"${name}" is not defined`);
  });

  it.each([
    ['x = y\n', '"y" is not defined'],
    ['def f(): return nope\n', '"nope" is not defined'],
    ['x = y\ny = 1\n', '"y" is used before it has a value'],
    ['x = 1\ndef f():\n    y = x\n    x = 2\nf()\n', '"x" is used before it has a value'],
    ['x = 1\nx = 2\n', 'cannot reassign "x", bound in line 1'],
    ['x = 1\nx += 2\n', 'cannot reassign "x"'],
    ['def f(): pass\nf = 1\n', 'cannot reassign "f"'],
    ['x += 1\n', '"x" is used before it has a value'],
  ])('refuses %j', (source, message) => expect(errorIn(source).message).toContain(message));
});

describe('freezing', () => {
  const source = `
items = [1]
table = {"a": [1]}
seen = set([1])
def add(): items.append(2)
def put(): table["b"] = 1
def deep(): table["a"].append(2)
def mark(): seen.add(2)
def copy(): return list(items) + [2]
def remember(x, all=[]): all.append(x)
def make():
    hidden = []
    def push(): hidden.append(1)
    return push
push = make()
`;
  it.each([
    ['add', 'cannot append to a frozen list'],
    ['put', 'cannot change a frozen dict'],
    ['deep', 'cannot append to a frozen list'],
    ['mark', 'cannot change a frozen set'],
    ['push', 'cannot append to a frozen list'],
  ])('holds for what %s changes', (name, message) => {
    expect(() => run(source).call(name)).toThrow(message);
  });

  it('holds for defaults, and not for copies', () => {
    const module = run(source);
    expect(() => module.call('remember', [1n])).toThrow('cannot append to a frozen list');
    expect(module.call('copy')).toMatchObject({ items: [1n, 2n] });
  });
});
