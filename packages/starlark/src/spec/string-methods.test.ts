import { describe, expect, it } from 'vitest';
import { errorOfExpression, show } from '../testing/run.ts';

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
    ['"  a  b  c ".split(None, 1)', '["a", "b  c"]'],
    [
      '"  a  b  c ".rsplit(None, 1)',
      '["  a  b".strip(), "c"]'.replace('"  a  b".strip()', '"a  b"'),
    ],
    ['["".split(), "".split(",")]', '[[], [""]]'],
    ['"a\\nb\\r\\nc\\n".splitlines()', '["a", "b", "c"]'],
    ['"a\\n\\nb".splitlines(True)', String.raw`["a\n", "\n", "b"]`],
    ['"ab".elems()', '["a", "b"]'],
    ['"a😀".codepoints()', '["a", "😀"]'],
    ['"aé".codepoint_ords()', '[97, 233]'],
    ['"ab".elem_ords()', '[97, 98]'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));

  it.each([
    ['"{} {}".format(1, "b")', '"1 b"'],
    ['"{1}{0}{1}".format("a", "b")', '"bab"'],
    ['"{x}-{y!r}".format(x=1, y="s")', String.raw`"1-\"s\""`],
    ['"{{{}}}".format("a")', '"{a}"'],
    ['"{}".format([1, None])', '"[1, None]"'],
    ['"{__proto__}".format(__proto__=1)', '"1"'],
  ])('formats %s as %s', (source, shown) => expect(show(source)).toBe(shown));

  it.each([
    ['"{}".format()', 'there is no argument 0'],
    ['"{a}".format()', 'there is no argument "a"'],
    ['"{constructor}".format()', 'there is no argument "constructor"'],
    ['"{".format()', 'single "{"'],
    ['"}".format()', 'single "}"'],
    ['"{} {0}".format(1)', 'cannot be mixed'],
    ['"{a.b}".format(a=1)', 'only plain names'],
    ['"{:>5}".format(1)', 'widths and the like'],
    ['"{!x}".format(1)', 'unknown conversion'],
    ['"a".split("")', 'must not be empty'],
    ['",".join([1])', 'takes strings, not int'],
    ['",".join("abc")', 'cannot be iterated over'],
    ['"a".index("b")', 'does not contain'],
    ['"a".find(1)', 'wants a string for "sub", not int'],
    ['"a".startswith(1)', 'a string or a tuple of strings'],
    ['"a".trim()', 'a string has no attribute "trim"'],
    ['"a".removePrefix("a")', 'did you mean "removeprefix"?'],
    ['"a".length', 'a string has no attribute "length"'],
  ])('refuses %s', (source, message) => expect(errorOfExpression(source)).toContain(message));
});
