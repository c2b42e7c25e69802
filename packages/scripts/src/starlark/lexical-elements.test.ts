import { describe, expect, it } from 'vitest';
import { errorIn, errorOfExpression, globalOf, show } from '../testing/run-starlark.ts';

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
  ])('reads %s as %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each(['012', '1x', '0xg', '1e999', '1_000'])('rejects %s', async (source) => {
    expect((await errorIn(`x = ${source}\n`)).line).toBe(1);
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
  ])('reads %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['"abc', 'unexpected newline in string'],
    ['"""abc', 'unexpected EOF in string'],
    ['"a\nb"', 'unexpected newline in string'],
    [String.raw`"\q"`, 'invalid escape sequence \\q'],
    [
      String.raw`"\xff"`,
      'non-ASCII hex escape \\xff (use \\u00FF for the UTF-8 encoding of U+00FF)',
    ],
    [String.raw`"\u12"`, 'truncated escape sequence \\u12'],
    [String.raw`"\ud800"`, 'invalid Unicode code point U+D800'],
    ['"a" "b"', 'got string literal, want newline'],
  ])('rejects %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );
});

describe('lines and indentation', () => {
  it('joins lines within brackets and after a backslash', async () => {
    const source = 'x = [\n  1,\n\n # why\n    2,\n]\ny = 1 + \\\n    2\n';
    expect(await globalOf(source, 'y')).toBe(3);
    expect(await globalOf('z = len([\n1,\n2])', 'z')).toBe(2);
  });

  it('accepts Windows line ends, tabs and no newline at the end', async () => {
    const source = 'def f():\r\n\tx = 1\r\n\treturn x\r\ny = f()';
    expect(await globalOf(source, 'y')).toBe(1);
  });

  it('ignores comments and blank lines in blocks', async () => {
    const source =
      'def f():\n    x = 1\n# far left\n\n        # far right\n    return x\ny = f()\n';
    expect(await globalOf(source, 'y')).toBe(1);
  });

  it.each(['', '# nothing\n   # here'])('accepts a file without statements: %j', async (source) => {
    expect((await errorIn(source)).message).toBe('the file defines no function "main"');
  });

  it.each([
    ['  x = 1\n', 'got indent, want primary expression'],
    ['def f():\nreturn 1\n', 'got return, want indent'],
    ['def f():\n    x = 1\n  y = 2\n', 'unindent does not match any outer indentation level'],
    ['x = (1\n', "got end of file, want ')'"],
    ['x = 1)\n', "unexpected ')'"],
    ['x = (1]\n', "got ']', want ')'"],
    ['x = 1 \\ 2\n', 'stray backslash in program'],
    ['x = $y\n', "unexpected input character '$'"],
    ['x = !y\n', "unexpected input character '!'"],
  ])('refuses %j', async (source, message) =>
    expect((await errorIn(source)).message).toContain(message),
  );

  it.each(['while', 'class', 'import', 'try', 'is', 'global'])(
    'keeps the word %s',
    async (word) => {
      expect((await errorIn(`${word} = 1\n`)).message).toContain('want primary expression');
    },
  );
});
