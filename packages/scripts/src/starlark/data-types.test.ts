import { describe, expect, it } from 'vitest';
import { errorInBody, errorOfExpression, show, showBody } from '../testing/run-starlark.ts';

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
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));
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
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['1 // 0', 'division by zero'],
    ['1 % 0', 'integer modulo by zero'],
    ['1 / 0', 'division by zero'],
    ['1 << -1', 'negative shift'],
    ['1 + "a"', 'unknown binary op: int + string'],
    ['1 + None', 'unknown binary op: int + NoneType'],
    ['-"a"', 'unknown unary op: - string'],
    ['True + 1', 'unknown binary op: bool + int'],
  ])('rejects %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );
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
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));
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
    ['len("héllo")', '6'],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['[c for c in "abc"]', 'string value is not iterable'],
    ['"abc"[3]', 'out of range'],
    ['"abc"["a"]', 'string index: got string, want int'],
    ['1 in "abc"', "'in <string>' requires string as left operand, not int"],
    ['"a"[::0]', 'zero is not a valid slice step'],
    ['"a" < 1', 'string < int not implemented'],
  ])('rejects %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );
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
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it('shows a list that contains itself', async () => {
    expect(await showBody('x = [1]', 'x.append(x)', 'return x')).toBe('[1, [...]]');
  });

  it('does not change tuples', async () => {
    expect(await errorInBody('t = (1, 2)', 't[0] = 3')).toContain(
      'tuple value does not support item assignment',
    );
  });

  it('rejects changes to a list while it is iterated', async () => {
    expect(await errorInBody('x = [1, 2]', 'for i in x:', '  x.append(i)')).toContain(
      'during iteration',
    );
    expect(await errorInBody('x = [1, 2]', 'y = [x.append(1) for _ in x]')).toContain(
      'during iteration',
    );
  });

  it('can be changed again after a loop that ended early', async () => {
    const lines = ['x = [1]', 'for i in x:', '  break', 'x.append(2)', 'return x'];
    expect(await showBody(...lines)).toBe('[1, 2]');
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
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['{[]: 1}', 'unhashable type: list'],
    ['{(1, []): 1}', 'unhashable type: list'],
    ['{"a": 1, "a": 2}', 'duplicate key: "a"'],
    ['{"a": 1}["b"]', 'key "b" not in dict'],
    ['{"a": 1}.a', 'dict has no .a field or method'],
    ['{} < {}', 'dict < dict not implemented'],
  ])('rejects %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );

  it('distinguishes strings and tuples, whatever the strings are', async () => {
    const lines = ['d = {("a",): 1}', 'd["\\0(1:a)"] = 2', 'd["\\0s"] = 3', 'return d.values()'];
    expect(await showBody(...lines)).toBe('[1, 2, 3]');
  });

  it('rejects changes to a dict while it is iterated', async () => {
    expect(await errorInBody('d = {1: 1}', 'for k in d:', '  d[2] = 1')).toContain(
      'during iteration',
    );
  });
});

describe('ranges', () => {
  it.each([
    ['range(3)', 'range(3)'],
    ['list(range(1, 10, 4))', '[1, 5, 9]'],
    ['list(range(3, 0, -1))', '[3, 2, 1]'],
    ['len(range(10 * 1000000000))', '10000000000'],
    ['range(10)[2:8:3]', 'range(2, 8, 3)'],
    ['range(10)[::-1][0]', '9'],
    ['5 in range(0, 10, 5)', 'True'],
    ['6 in range(0, 10, 5)', 'False'],
    ['range(0, 3) == range(0, 3, 1)', 'True'],
    ['range(0) == range(5, 5)', 'True'],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));
});

describe('structs', () => {
  it.each([
    ['struct(b=2, a="x")', 'struct(a = "x", b = 2)'],
    ['struct(a=1).a', '1'],
    ['struct(a=1) == struct(a=1)', 'True'],
    ['struct(a=1) + struct(b=2)', 'struct(a = 1, b = 2)'],
    ['dir(struct(b=2, a=1))', '["a", "b"]'],
    ['struct(a=lambda x: x + 1).a(2)', '3'],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it('cannot be changed', async () => {
    expect(await errorInBody('s = struct(a=1)', 's.a = 2')).toContain(
      "can't assign to .a field of struct",
    );
    expect(await errorOfExpression('struct(a=1).b')).toContain('struct has no .b attribute');
    expect(await errorOfExpression('struct(1)')).toContain('unexpected positional arguments');
  });
});
