import { describe, expect, it } from 'vitest';
import { errorInBody, errorOfExpression, show, showBody } from '../testing/run.ts';

describe('None and bool', () => {
  it.each([
    ['None', 'None'],
    [
      '[bool(v) for v in [None, 0, 0.0, "", [], (), {}, range(0), False]]',
      `[${Array(9).fill('False').join(', ')}]`,
    ],
    [
      '[bool(v) for v in [1, -0.5, "x", [0], (0,), {0: 0}, len, struct()]]',
      `[${Array(8).fill('True').join(', ')}]`,
    ],
    ['True == 1', 'False'],
    ['False < True', 'True'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));
});

describe('ints', () => {
  it.each([
    ['9007199254740993 + 1', '9007199254740994'],
    ['1 << 100', '1267650600228229401496703205376'],
    ['7 // 2', '3'],
    ['-7 // 2', '-4'],
    ['7 // -2', '-4'],
    ['-7 % 3', '2'],
    ['7 % -3', '-2'],
    ['6 % 3', '0'],
    ['7 / 2', '3.5'],
    ['~5', '-6'],
    ['6 & 3 | 8 ^ 1', '11'],
    ['-17 >> 2', '-5'],
    ['--3', '3'],
    ['2 * -3', '-6'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));

  it.each([
    ['1 // 0', 'division by zero'],
    ['1 % 0', 'division by zero'],
    ['1 / 0', 'division by zero'],
    ['1 << -1', 'negative shift'],
    ['1 + "a"', 'there is no int + string'],
    ['1 + None', 'there is no int + NoneType'],
    ['-"a"', 'there is no -string'],
    ['True + 1', 'there is no bool + int'],
  ])('refuses %s', (source, message) => expect(errorOfExpression(source)).toContain(message));
});

describe('floats', () => {
  it.each([
    ['1.0 + 2', '3.0'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['7.5 // 2', '3.0'],
    ['-7.5 % 2', '0.5'],
    ['1e100', '1e+100'],
    ['1e6', '1e+06'],
    ['123456.0', '123456.0'],
    ['0.00001', '1e-05'],
    ['-0.0', '-0.0'],
    ['float("inf")', '+inf'],
    ['float("-Infinity")', '-inf'],
    ['float("nan")', 'nan'],
    ['1 == 1.0', 'True'],
    ['{1: "a"}[1.0]', '"a"'],
    ['1 < 1.5', 'True'],
    ['9007199254740993 == 9007199254740992.0', 'False'],
    ['float("nan") == float("nan")', 'True'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));
});

describe('strings', () => {
  it.each([
    ['"abc"[0]', '"a"'],
    ['"abc"[-1]', '"c"'],
    ['"abcdef"[1:4]', '"bcd"'],
    ['"abcdef"[::-1]', '"fedcba"'],
    ['"abcdef"[4:1:-2]', '"ec"'],
    ['"abcdef"[-100:100:2]', '"ace"'],
    ['"ab" * 3', '"ababab"'],
    ['3 * "ab"', '"ababab"'],
    ['"ab" * -1', '""'],
    ['"bc" in "abcd"', 'True'],
    ['"" in ""', 'True'],
    ['"x" not in "abc"', 'True'],
    ['"a" < "b"', 'True'],
    ['len("héllo")', '5'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));

  it.each([
    ['[c for c in "abc"]', 'a string cannot be iterated over'],
    ['"abc"[3]', 'out of range'],
    ['"abc"["a"]', 'is an int, not string'],
    ['1 in "abc"', 'needs a string on its left'],
    ['"a"[::0]', 'must not be 0'],
    ['"a" < 1', 'cannot order string and int'],
  ])('refuses %s', (source, message) => expect(errorOfExpression(source)).toContain(message));
});

describe('lists and tuples', () => {
  it.each([
    ['[1, 2] + [3]', '[1, 2, 3]'],
    ['[0] * 3', '[0, 0, 0]'],
    ['(1,)', '(1,)'],
    ['()', '()'],
    ['(1, "a", None) + (2,)', '(1, "a", None, 2)'],
    ['(1, 2) * 2', '(1, 2, 1, 2)'],
    ['[1, 2, 3, 4, 5][::-2]', '[5, 3, 1]'],
    ['[1, 2, 3][1:]', '[2, 3]'],
    ['(1, 2, 3)[:-1]', '(1, 2)'],
    ['[1, [2]] == [1.0, [2]]', 'True'],
    ['[1] == (1,)', 'False'],
    ['[1, 2] < [1, 3]', 'True'],
    ['[1] < [1, 0]', 'True'],
    ['(2,) > (1, 5)', 'True'],
    ['2 in [1, 2]', 'True'],
    ['[] or "empty"', '"empty"'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));

  it('shows a list that contains itself', () => {
    expect(showBody('x = [1]', 'x.append(x)', 'return x')).toBe('[1, [...]]');
  });

  it('does not change tuples', () => {
    expect(errorInBody('t = (1, 2)', 't[0] = 3')).toContain(
      'cannot assign to an element of a tuple',
    );
  });

  it('refuses changes while something goes through a list', () => {
    expect(errorInBody('x = [1, 2]', 'for i in x:', '  x.append(i)')).toContain('iterated over');
    expect(errorInBody('x = [1, 2]', 'y = [x.append(1) for _ in x]')).toContain('iterated over');
  });

  it('can be changed again after a loop that ended early', () => {
    const lines = ['x = [1]', 'for i in x:', '  break', 'x.append(2)', 'return x'];
    expect(showBody(...lines)).toBe('[1, 2]');
  });
});

describe('dicts and sets', () => {
  it.each([
    ['{"b": 1, "a": 2}', '{"b": 1, "a": 2}'],
    ['{(1, "x"): 1}[(1, "x")]', '1'],
    ['{None: 1, True: 2, 1: 3}', '{None: 1, True: 2, 1: 3}'],
    ['{"a": 1} | {"a": 2, "b": 3}', '{"a": 2, "b": 3}'],
    ['{"a": 1, "b": 2} == {"b": 2, "a": 1}', 'True'],
    ['"a" in {"a": 1}', 'True'],
    ['{"__proto__": 1}["__proto__"]', '1'],
    ['"constructor" in {}', 'False'],
    ['set([1, 2, 1])', 'set([1, 2])'],
    ['set([1, 2]) | set([3])', 'set([1, 2, 3])'],
    ['set([1, 2]) & set([2])', 'set([2])'],
    ['set([1, 2]) - set([2])', 'set([1])'],
    ['set([1, 2]) ^ set([2, 3])', 'set([1, 3])'],
    ['set([1, 2]) == set([2, 1])', 'True'],
    ['{struct(a=1): 2}[struct(a=1)]', '2'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));

  it.each([
    ['{[]: 1}', 'a list is unhashable'],
    ['{(1, []): 1}', 'a list is unhashable'],
    ['{"a": 1, "a": 2}', 'given twice'],
    ['{"a": 1}["b"]', 'key "b" is not in the dict'],
    ['{"a": 1}.a', 'a dict has no attribute "a"; use ["a"]'],
    ['{} < {}', 'cannot order dict and dict'],
  ])('refuses %s', (source, message) => expect(errorOfExpression(source)).toContain(message));

  it('keeps strings and tuples apart whatever the strings are', () => {
    const lines = ['d = {("a",): 1}', 'd["\\0(1:a)"] = 2', 'd["\\0s"] = 3', 'return d.values()'];
    expect(showBody(...lines)).toBe('[1, 2, 3]');
  });

  it('refuses changes while something goes through a dict', () => {
    expect(errorInBody('d = {1: 1}', 'for k in d:', '  d[2] = 1')).toContain('iterated over');
  });
});

describe('ranges', () => {
  it.each([
    ['range(3)', 'range(0, 3)'],
    ['list(range(1, 10, 4))', '[1, 5, 9]'],
    ['list(range(3, 0, -1))', '[3, 2, 1]'],
    ['len(range(10 * 1000000000))', '10000000000'],
    ['range(10)[2:8:3]', 'range(2, 8, 3)'],
    ['range(10)[::-1][0]', '9'],
    ['5 in range(0, 10, 5)', 'True'],
    ['6 in range(0, 10, 5)', 'False'],
    ['range(0, 3) == range(0, 3, 1)', 'True'],
    ['range(0) == range(5, 5)', 'True'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));
});

describe('structs', () => {
  it.each([
    ['struct(b=2, a="x")', 'struct(a = "x", b = 2)'],
    ['struct(a=1).a', '1'],
    ['struct(a=1) == struct(a=1)', 'True'],
    ['struct(a=1) + struct(b=2)', 'struct(a = 1, b = 2)'],
    ['dir(struct(b=2, a=1))', '["a", "b"]'],
    ['struct(a=lambda x: x + 1).a(2)', '3'],
  ])('%s is %s', (source, shown) => expect(show(source)).toBe(shown));

  it('cannot be changed', () => {
    expect(errorInBody('s = struct(a=1)', 's.a = 2')).toContain('cannot assign to an attribute');
    expect(errorOfExpression('struct(a=1).b')).toContain('a struct has no attribute "b"');
    expect(errorOfExpression('struct(1)')).toContain('named arguments only');
  });
});
