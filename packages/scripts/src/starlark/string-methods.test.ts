import { describe, expect, it } from 'vitest';
import { errorOfExpression, show } from '../testing/run-starlark.ts';

describe('string methods', () => {
  it.each([
    ['"hELLO wORLD".capitalize()', '"Hello world"'],
    ['"hello, big world".title()', '"Hello, Big World"'],
    ['"AbC".lower() + "AbC".upper()', '"abcABC"'],
    ['["a1".isalnum(), "a_".isalnum(), "".isalnum()]', '[True, False, False]'],
    ['["ab".isalpha(), "a1".isalpha()]', '[True, False]'],
    ['["12".isdigit(), "1.2".isdigit()]', '[True, False]'],
    ['["ab1".islower(), "aB".islower(), "1".islower()]', '[True, False, False]'],
    ['["AB1".isupper(), "aB".isupper()]', '[True, False]'],
    ['[" \\t".isspace(), "".isspace()]', '[True, False]'],
    ['["Hello World".istitle(), "HEllo".istitle(), "hello".istitle()]', '[True, False, False]'],
    ['"banana".count("an")', '2'],
    ['"banana".count("")', '7'],
    ['"banana".count("a", 2, 4)', '1'],
    ['["banana".find("an"), "banana".find("an", 2), "banana".find("x")]', '[1, 3, -1]'],
    ['["banana".rfind("an"), "banana".rindex("a", 0, 3)]', '[3, 1]'],
    ['"banana".index("n")', '2'],
    [
      '["abc".startswith("ab"), "abc".startswith(("x", "a")), "abc".startswith("b", 1)]',
      '[True, True, True]',
    ],
    [
      '["abc".endswith("bc"), "abc".endswith(("x", "y")), "abc".endswith("b", 0, 2)]',
      '[True, False, True]',
    ],
    ['", ".join(["a", "b"])', '"a, b"'],
    ['"".join([])', '""'],
    [
      '["  a ".strip(), "  a ".lstrip(), "  a ".rstrip(), "xyaxy".strip("xy")]',
      '["a", "a ", "  a", "a"]',
    ],
    ['"a=b=c".partition("=")', '("a", "=", "b=c")'],
    ['"a=b=c".rpartition("=")', '("a=b", "=", "c")'],
    ['["abc".partition("x"), "abc".rpartition("x")]', '[("abc", "", ""), ("", "", "abc")]'],
    [
      '["v1.2".removeprefix("v"), "x.go".removesuffix(".go"), "x".removesuffix("")]',
      '["1.2", "x", "x"]',
    ],
    ['"banana".replace("a", "o")', '"bonono"'],
    ['"banana".replace("a", "o", 2)', '"bonona"'],
    ['"ab".replace("", "-")', '"-a-b-"'],
    ['"abc".replace("b", "b$&")', '"ab$&c"'],
    ['"a,b,,c".split(",")', '["a", "b", "", "c"]'],
    ['"a,b,c".split(",", 1)', '["a", "b,c"]'],
    ['"a,b,c".rsplit(",", 1)', '["a,b", "c"]'],
    ['"  a  b\\tc ".split()', '["a", "b", "c"]'],
    ['"  a  b  c ".split(None, 1)', '["a", "b  c "]'],
    ['"  a  b  c ".rsplit(None, 1)', '["  a  b", "c"]'],
    ['["".split(), "".split(",")]', '[[], [""]]'],
    ['"a\\nb\\r\\nc\\n".splitlines()', '["a", "b\\r", "c"]'],
    ['"a\\n\\nb".splitlines(True)', String.raw`["a\n", "\n", "b"]`],
    ['list("ab".elems())', '["a", "b"]'],
    ['list("a😀".codepoints())', '["a", "😀"]'],
    ['list("aé".codepoint_ords())', '[97, 233]'],
    ['list("ab".elem_ords())', '[97, 98]'],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['"{} {}".format(1, "b")', '"1 b"'],
    ['"{1}{0}{1}".format("a", "b")', '"bab"'],
    ['"{x}-{y!r}".format(x=1, y="s")', String.raw`"1-\"s\""`],
    ['"{{{}}}".format("a")', '"{a}"'],
    ['"{}".format([1, None])', '"[1, None]"'],
    ['"{__proto__}".format(__proto__=1)', '"1"'],
  ])('formats %s as %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['"{}".format()', 'format: tuple index out of range'],
    ['"{a}".format()', 'format: keyword a not found'],
    ['"{constructor}".format()', 'format: keyword constructor not found'],
    ['"{".format()', "format: unmatched '{' in format"],
    ['"}".format()', "format: single '}' in format"],
    [
      '"{} {0}".format(1)',
      'format: cannot switch from automatic field numbering to manual field specification',
    ],
    [
      '"{a.b}".format(a=1)',
      'format: attribute syntax x.y is not supported in replacement fields: a.b',
    ],
    ['"{:>5}".format(1)', 'format spec features not supported in replacement fields: >5'],
    ['"{!x}".format(1)', 'unknown conversion'],
    ['"a".split("")', 'split: empty separator'],
    ['",".join([1])', 'join: in list, want string, got int'],
    ['",".join("abc")', 'join: for parameter 1: got string, want iterable'],
    ['"a".index("b")', 'index: substring not found'],
    ['"a".find(1)', 'find: for parameter 1: got int, want string'],
    ['"a".startswith(1)', 'startswith: got int, want string or tuple of string'],
    ['"a".trim()', 'string has no .trim field or method'],
    [
      '"a".removePrefix("a")',
      'string has no .removePrefix field or method (did you mean .removeprefix?)',
    ],
    ['"a".length', 'string has no .length field or method'],
  ])('refuses %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );
});
