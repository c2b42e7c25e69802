import { describe, expect, it } from 'vitest';
import { errorOfExpression, show, showBody } from '../testing/run-starlark.ts';

describe('built-in functions', () => {
  it.each([
    ['abs(-3)', '3'],
    ['abs(-3.5)', '3.5'],
    ['any([0, "x"])', 'True'],
    ['any([])', 'False'],
    ['all([1, ""])', 'False'],
    ['all([])', 'True'],
    ['chr(233)', '"é"'],
    ['ord("😀")', '128512'],
    ['dict([("a", 1)], b=2)', '{"a": 1, "b": 2}'],
    ['dict({"a": 1}, a=2)', '{"a": 2}'],
    ['dir([])', '["append", "clear", "extend", "index", "insert", "pop", "remove"]'],
    ['enumerate(["a", "b"], 1)', '[(1, "a"), (2, "b")]'],
    ['float("1.5e2")', '150.0'],
    ['float(True)', '1.0'],
    ['float()', '0.0'],
    ['getattr("a", "upper")()', '"A"'],
    ['getattr(struct(a=None), "a", 5)', 'None'],
    ['getattr([], "nope", 5)', '5'],
    ['hasattr({}, "keys")', 'True'],
    ['hasattr({}, "__class__")', 'False'],
    ['hash("abc")', '96354'],
    ['int("12")', '12'],
    ['int("-0x1f", 16)', '-31'],
    ['int("0b11", 0)', '3'],
    ['int("zz", 36)', '1295'],
    ['int(-3.9)', '-3'],
    ['int(True)', '1'],
    ['len({1: 2})', '1'],
    ['list((1, 2))', '[1, 2]'],
    ['list({"a": 1})', '["a"]'],
    ['max(1, 3, 2)', '3'],
    ['min([4, 2, 3])', '2'],
    ['max(["a", "bbb", "cc"], key=len)', '"bbb"'],
    ['min("bb", "aa", key=len)', '"bb"'],
    ['repr("a\\"b")', String.raw`"\"a\\\"b\""`],
    ['reversed([1, 2])', '[2, 1]'],
    ['sorted([3, 1, 2])', '[1, 2, 3]'],
    ['sorted(["b", "C", "a"], key=lambda s: s.lower())', '["a", "b", "C"]'],
    [
      'sorted([(1, "b"), (0, "c"), (1, "a")], key=lambda t: t[0], reverse=True)',
      '[(1, "b"), (1, "a"), (0, "c")]',
    ],
    ['str(1.0) + str(None) + str("x") + str([1])', '"1.0Nonex[1]"'],
    ['tuple([1])', '(1,)'],
    [
      '[type(x) for x in [None, True, 1, 1.0, "", [], (), {}, range(1), set(), struct()]]',
      '["NoneType", "bool", "int", "float", "string", "list", "tuple", "dict", "range", "set", "struct"]',
    ],
    ['zip([1, 2, 3], ["a", "b"])', '[(1, "a"), (2, "b")]'],
    ['zip()', '[]'],
  ])('%s is %s', async (source, shown) => expect(await show(source)).toBe(shown));

  it.each([
    ['len(5)', 'len: value of type int has no len'],
    ['len()', 'len: got 0 arguments, want 1'],
    ['len([], [])', 'len: got 2 arguments, want 1'],
    ['len(y=[])', 'len: unexpected keyword arguments'],
    ['int("1.5")', 'int: invalid literal with base 10: 1.5'],
    ['int("")', 'int: invalid literal with base 10: '],
    ['int("9", 8)', 'int: invalid literal with base 8: 9'],
    ['int(None)', 'int: cannot convert NoneType to int'],
    ['int(float("nan"))', 'int: cannot convert float NaN to integer'],
    ['float("x")', 'invalid float literal: x'],
    ['max([])', 'max: argument is an empty sequence'],
    ['sorted([1, "a"])', 'string < int not implemented'],
    ['sorted([1], key=5)', 'sorted: for parameter "key": got int, want callable'],
    ['range(1, 2, 0)', 'range: step argument must not be zero'],
    ['chr(-1)', 'chr: Unicode code point -1 out of range (<0)'],
    ['ord("ab")', 'ord: string encodes 2 Unicode code points, want 1'],
    ['fail("bad", 1, sep=": ")', 'fail: bad: 1'],
    ['dict([1])', 'dict: dictionary update sequence element #0 is not iterable (int)'],
    ['dict([(1, 2, 3)])', 'dict: dictionary update sequence element #0 has length 3, want 2'],
    ['hash([])', 'hash: got list, want string or bytes'],
    ['getattr([], "constructor")', 'getattr: list has no .constructor field or method'],
  ])('refuses %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );

  it('discards printed text', async () => {
    expect(await show('print("a", 1, [2], sep="-")')).toBe('None');
  });
});

describe('list methods', () => {
  it.each([
    [
      ['x = [1]', 'x.append(2); x.extend((3, 4)); x.insert(0, 0); x.insert(-1, 9)', 'return x'],
      '[0, 1, 2, 3, 9, 4]',
    ],
    [['x = [1, 2, 3]', 'return (x.pop(), x.pop(0), x)'], '(3, 1, [2])'],
    [['x = [1, 2, 1]', 'x.remove(1)', 'return (x, x.index(1))'], '([2, 1], 1)'],
    [['x = [1]', 'x.extend(x)', 'return x'], '[1, 1]'],
    [['x = [1]', 'x.clear()', 'return x'], '[]'],
  ])('%j gives %s', async (lines, shown) => expect(await showBody(...lines)).toBe(shown));

  it.each([
    ['[].pop()', 'out of range'],
    ['[1].remove(2)', 'remove: element not found'],
    ['[1].index(2)', 'index: value not in list'],
    ['[1].push(2)', 'list has no .push field or method'],
  ])('refuses %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );
});

describe('dict and set methods', () => {
  it.each([
    [
      ['d = {"a": 1, "b": None}', 'return (d.get("a"), d.get("b", 2), d.get("c"), d.get("c", 3))'],
      '(1, None, None, 3)',
    ],
    [['d = {"a": 1}', 'return (d.keys(), d.values(), d.items())'], '(["a"], [1], [("a", 1)])'],
    [['d = {"a": 1, "b": 2}', 'return (d.pop("a"), d.pop("z", 0), d)'], '(1, 0, {"b": 2})'],
    [['d = {"a": 1, "b": 2}', 'return (d.popitem(), d)'], '(("a", 1), {"b": 2})'],
    [['d = {}', 'return (d.setdefault("a", []), d.setdefault("a", 1), d)'], '([], [], {"a": []})'],
    [
      ['d = {"a": 1}', 'd.update({"b": 2}, c=3); d.update([("d", 4)])', 'return d'],
      '{"a": 1, "b": 2, "c": 3, "d": 4}',
    ],
    [['d = {"a": 1}', 'd.clear()', 'return d'], '{}'],
    [['s = set([1])', 's.add(2); s.discard(9); s.remove(1)', 'return s'], 'set([2])'],
    [
      [
        's = set([1, 2])',
        'return (s.union([3]), s.intersection([2]), s.difference([2]), s.issubset([1, 2, 3]), s.issuperset([1]))',
      ],
      '(set([1, 2, 3]), set([2]), set([1]), True, True)',
    ],
  ])('%j gives %s', async (lines, shown) => expect(await showBody(...lines)).toBe(shown));

  it.each([
    ['{}.pop("a")', 'pop: missing key'],
    ['{}.popitem()', 'popitem: empty dict'],
    ['{}.get([])', 'unhashable'],
    ['set().remove(1)', 'remove: missing key'],
  ])('refuses %s', async (source, message) =>
    expect(await errorOfExpression(source)).toContain(message),
  );
});
