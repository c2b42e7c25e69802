import { describe, expect, it } from 'vitest';
import { errorIn, errorOfExpression, run, show } from '../testing/run.ts';

describe('numbers', () => {
  it.each([
    ['0', '0'],
    ['0x1F', '31'],
    ['0XfF', '255'],
    ['0o17', '15'],
    ['0b101', '5'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1.5', '1.5'],
    ['.5', '0.5'],
    ['2.', '2.0'],
    ['1e3', '1000.0'],
    ['1.5e-7', '1.5e-07'],
  ])('reads %s as %s', (source, shown) => expect(show(source)).toBe(shown));

  it.each(['012', '1x', '0xg', '1e999', '1_000'])('refuses %s', (source) => {
    expect(errorIn(`x = ${source}\n`).line).toBe(1);
  });
});

describe('strings', () => {
  it.each([
    [String.raw`'a\tb\n'`, String.raw`"a\tb\n"`],
    [String.raw`"\x41\u00e9\U0001F600\101"`, '"Aé😀A"'],
    [String.raw`r"a\nb"`, String.raw`"a\\nb"`],
    [String.raw`r'it\'s'`, String.raw`"it\\'s"`],
    ['"""one\ntwo"""', String.raw`"one\ntwo"`],
    ["'''a'b''c'''", `"a'b''c"`],
    ['"a\\\nb"', '"ab"'],
    [`'say "hi"'`, String.raw`"say \"hi\""`],
  ])('reads %s', (source, shown) => expect(show(source)).toBe(shown));

  it.each([
    ['"abc', 'string without end'],
    ['"""abc', 'string without end'],
    ['"a\nb"', 'string without end on its line'],
    [String.raw`"\q"`, 'unknown escape'],
    [String.raw`"\xff"`, 'beyond ASCII'],
    [String.raw`"\u12"`, 'needs 4 hexadecimal digits'],
    [String.raw`"\ud800"`, 'not a Unicode character'],
    ['b"abc"', 'bytes literals'],
    ['"a" "b"', 'expected end of line, found string'],
  ])('refuses %s', (source, message) => expect(errorOfExpression(source)).toContain(message));
});

describe('lines and indentation', () => {
  it('joins lines within brackets and after a backslash', () => {
    const module = run('x = [\n  1,\n\n # why\n    2,\n]\ny = 1 + \\\n    2\n');
    expect(module.get('y')).toBe(3n);
    expect(run('z = len([\n1,\n2])').get('z')).toBe(2n);
  });

  it('takes Windows line ends, tabs, a byte order mark and no newline at the end', () => {
    const module = run('\uFEFFdef f():\r\n\tx = 1\r\n\treturn x\r\ny = f()');
    expect(module.get('y')).toBe(1n);
  });

  it('leaves blocks at comments and blank lines alone', () => {
    const module = run(
      'def f():\n    x = 1\n# far left\n\n        # far right\n    return x\ny = f()\n',
    );
    expect(module.get('y')).toBe(1n);
  });

  it('takes an empty file and one of comments', () => {
    expect(run('').names()).toEqual([]);
    expect(run('# nothing\n   # here').names()).toEqual([]);
  });

  it.each([
    ['  x = 1\n', 'unexpected indentation'],
    ['def f():\nreturn 1\n', 'expected an indented block'],
    ['def f():\n    x = 1\n  y = 2\n', 'indentation fits none'],
    ['x = (1\n', '"(" is never closed'],
    ['x = 1)\n', '")" closes nothing'],
    ['x = (1]\n', '"]" closes nothing'],
    ['x = 1 \\ 2\n', 'a backslash must end its line'],
    ['x = $y\n', 'unexpected character "$"'],
    ['x = !y\n', 'unexpected character "!"'],
  ])('refuses %j', (source, message) => expect(errorIn(source).message).toContain(message));

  it.each(['while', 'class', 'import', 'try', 'is', 'global'])('keeps the word %s', (word) => {
    expect(errorIn(`${word} = 1\n`).message).toContain('reserved word');
  });
});
