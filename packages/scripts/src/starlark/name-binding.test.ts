import { describe, expect, it } from 'vitest';
import { errorOf } from '../testing/run.ts';
import { errorIn, globalOf } from '../testing/run-starlark.ts';

describe('scopes', () => {
  it('finds globals that are defined after the function', async () => {
    expect(await globalOf('def f(): return later\nlater = 3\nx = f()\n', 'x')).toBe(3);
  });

  it('limits the names of a comprehension to it', async () => {
    const source =
      'def f():\n    x = 1\n    y = [x for x in [5, 6]]\n    return (x, y)\nr = repr(f())\n';
    expect(await globalOf(source, 'r')).toBe('(1, [5, 6])');
    expect((await errorIn('y = [i for i in [1]]\nz = i\n')).message).toContain('undefined: i');
  });

  it('evaluates the first iterable outside of the comprehension', async () => {
    const source = 'def f():\n    x = [1, 2]\n    return [x for x in x]\nr = repr(f())\n';
    expect(await globalOf(source, 'r')).toBe('[1, 2]');
  });

  it('lets a file and a function shadow built-in names', async () => {
    expect(await globalOf('len = 4\nx = len\n', 'x')).toBe(4);
    expect(await globalOf('def f(str): return str + 1\nx = f(1)\n', 'x')).toBe(2);
  });

  it('does not find names of JavaScript', async () => {
    for (const name of [
      'globalThis',
      'constructor',
      '__proto__',
      'toString',
      'process',
      'undefined',
    ])
      expect((await errorIn(`x = ${name}\n`)).message).toBe(`undefined: ${name}`);
  });

  it.each([
    ['x = y\n', 'undefined: y'],
    ['def f(): return nope\n', 'undefined: nope'],
    ['x = y\ny = 1\n', 'global variable y referenced before assignment'],
    [
      'x = 1\ndef f():\n    y = x\n    x = 2\nf()\n',
      'local variable x referenced before assignment',
    ],
    ['x = 1\nx = 2\n', 'cannot reassign global x declared at test.starlark:1:1'],
    ['x = 1\nx += 2\n', 'cannot reassign global x declared at test.starlark:1:1'],
    ['def f(): pass\nf = 1\n', 'cannot reassign global f declared at test.starlark:1:5'],
    ['x += 1\n', 'global variable x referenced before assignment'],
  ])('refuses %j', async (source, message) =>
    expect((await errorIn(source)).message).toContain(message),
  );
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
    ['add', 'cannot append to frozen list'],
    ['put', 'cannot insert into frozen hash table'],
    ['deep', 'cannot append to frozen list'],
    ['mark', 'cannot insert into frozen hash table'],
    ['push', 'cannot append to frozen list'],
  ])('applies to changes by %s', async (name, message) => {
    expect((await errorOf(globalOf(source, `${name}()`))).message).toContain(message);
  });

  it('applies to default values, but not to copies', async () => {
    const error = await errorOf(globalOf(source, 'remember(1)'));
    expect(error.message).toContain('cannot append to frozen list');
    expect(await globalOf(source, 'copy()')).toEqual([1, 2]);
  });
});
