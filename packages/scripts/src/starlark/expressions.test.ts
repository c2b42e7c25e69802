import { describe, expect, it } from 'vitest';
import { errorOfExpression, show, showBody } from '../testing/run-starlark.ts';

describe('operators', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 4 - 3', '3'],
    ['2 * 3 % 4', '2'],
    ['1 << 2 + 1', '8'],
    ['1 | 2 == 3', 'True'],
    ['not 1 == 2', 'True'],
    ['not not 1', 'True'],
    ['-2 * 3', '-6'],
    ['1 < 2 and 2 < 3', 'True'],
    ['0 or "" or "last"', '"last"'],
    ['1 and 0 and fail("unreached")', '0'],
    ['1 or fail("unreached")', '1'],
    ['True and None', 'None'],
    ['1 in [1] and 2 not in [1]', 'True'],
    ['1 if True else fail("unreached")', '1'],
    ['1 if 0 else 2 if 0 else 3', '3'],
    ['(lambda x: x if x else "none")(0)', '"none"'],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['1 < 2 < 3', '< does not associate with < (use parens)'],
    ['1 == 2 != 3', '== does not associate with != (use parens)'],
    ['1 + not 2', 'got not, want primary expression'],
    ['1 +', 'got newline, want primary expression'],
    ['1 if 2', 'conditional expression without else clause'],
    ['a b', 'got identifier, want newline'],
    ['(x for x in [])', "got for, want ')'"],
    ['x ** 2', "got '**', want newline"],
    ['[1, 2', "got end of file, want ']'"],
    ['[1 2]', "got int literal, want ']'"],
    ['{1: 2, 3}', "got '}', want ':'"],
    ['[1][1:2:3:4]', "got ':', want ']'"],
  ])('refuses %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );
});

describe('comprehensions', () => {
  it.each([
    ['[x * x for x in range(4)]', '[0, 1, 4, 9]'],
    ['[x for x in range(10) if x % 2 if x > 3]', '[5, 7, 9]'],
    [
      '[(x, y) for x in [1, 2] for y in "a,b".split(",")]',
      '[(1, "a"), (1, "b"), (2, "a"), (2, "b")]',
    ],
    ['[y for x in [[1, 2], [3]] for y in x]', '[1, 2, 3]'],
    ['[a + b for a, b in [(1, 2), (3, 4)]]', '[3, 7]'],
    ['[k for (k, [v]) in [("a", [1])]]', '["a"]'],
    ['{k: len(k) for k in ["a", "bb"]}', '{"a": 1, "bb": 2}'],
    ['{v: k for k, v in {"a": 1}.items()}', '{1: "a"}'],
    ['[[c for c in range(r)] for r in range(3)]', '[[], [0], [0, 1]]'],
    ['[x for x in [1, 2] if x == 1 or x == 2]', '[1, 2]'],
    ['[x for x in (lambda: [1])()]', '[1]'],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));
});

describe('order of evaluation', () => {
  it('goes from left to right', async () => {
    const lines = [
      'seen = []',
      'def note(x):',
      '  seen.append(x)',
      '  return x',
      '_ = [note(1) + note(2) * note(3), {note(4): note(5)}, note(6) if note(7) else 0]',
      '[note(8)][note(0)]',
      'return seen',
    ];
    expect(await showBody(...lines)).toBe('[1, 2, 3, 4, 5, 7, 6, 8, 0]');
  });
});

describe('% formatting', () => {
  it.each([
    ['"%s-%r" % ("a", "a")', String.raw`"a-\"a\""`],
    ['"%s" % 5', '"5"'],
    ['"%s" % [1, "b"]', String.raw`"[1, \"b\"]"`],
    ['"%d %i %x %X %o %%" % (10, 3.9, 255, 255, 8)', '"10 3 ff FF 10 %"'],
    ['"%c%c" % (65, "é")', '"Aé"'],
    ['"%f %e %g" % (1.5, 12345.678, 0.5)', '"1.500000 1.234568e+04 0.5"'],
    ['"%(a)s/%(b)d" % {"a": "x", "b": 2}', '"x/2"'],
    ['"100%%" % ()', '"100%"'],
    ['"%s" % ((1, 2),)', '"(1, 2)"'],
    ['"%s" % {"a": 1}', String.raw`"{\"a\": 1}"`],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['"%d" % "a"', '%d format requires integer: cannot convert string to int'],
    ['"%s %s" % 1', 'not enough arguments for format string'],
    ['"%s" % (1, 2)', 'too many arguments for format string'],
    ['"abc" % 1', 'too many arguments for format string'],
    ['"%y" % 1', 'unknown conversion %y'],
    ['"%" % ()', 'not enough arguments for format string'],
    ['"%(a)s" % {}', 'key not found: a'],
    ['"%(a)s" % 1', 'format requires a mapping'],
  ])('refuses %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );
});
