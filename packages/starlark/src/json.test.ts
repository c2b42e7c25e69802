import { describe, expect, it } from 'vitest';
import { fromJson, toJson, toStruct } from './json.ts';
import { errorOf, run } from './testing/run.ts';

const data = {
  name: 'x',
  n: 1,
  half: 0.5,
  none: null,
  yes: true,
  list: [1, { deep: 'y' }],
  empty: {},
};

function evaluated(expression: string) {
  return run(`x = ${expression}\n`).get('x') ?? null;
}

describe('fromJson', () => {
  it('makes dicts and lists that read back the same', () => {
    expect(toJson(fromJson(data))).toEqual(data);
    expect(
      run('def f(d): return d["list"][1]["deep"] + str(d["n"])\n').call('f', [fromJson(data)]),
    ).toBe('y1');
  });

  it('leaves out what is undefined and keeps odd keys', () => {
    expect(toJson(fromJson({ a: undefined, b: 1 }))).toEqual({ b: 1 });
    const parsed = JSON.parse('{"__proto__": {"a": 1}}');
    expect(JSON.stringify(toJson(fromJson(parsed)))).toBe('{"__proto__":{"a":1}}');
  });

  it('refuses data that is nested too deeply', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    expect(errorOf(() => fromJson(deep)).message).toContain('nested more than 200 levels');
    expect(errorOf(() => toStruct(deep)).describe()).toContain('nested more than 200 levels');
  });
});

describe('toStruct', () => {
  it('makes structs all the way down', () => {
    const module = run(
      'def f(ctx): return (ctx.name, ctx.list[1].deep, ctx.none, hasattr(ctx, "nope"), dir(ctx.empty))\n',
    );
    expect(toJson(module.call('f', [toStruct(data)]))).toEqual(['x', 'y', null, false, []]);
  });

  it('says which attribute is missing', () => {
    const module = run('def f(ctx): return ctx.build.evnt\n');
    const error = errorOf(() => module.call('f', [toStruct({ build: { event: 'push' } })]));
    expect(error.message).toBe('a struct has no attribute "evnt"');
    expect(error).toMatchObject({ line: 1, column: 30 });
  });
});

describe('toJson', () => {
  it.each([
    ['(1, [2], {"a": None})', [1, [2], { a: null }]],
    ['struct(b=1, a=[True])', { a: [true], b: 1 }],
    ['1.0', 1],
    ['9007199254740991', 9007199254740991],
  ])('turns %s into data', (expression, expected) => {
    expect(toJson(evaluated(expression))).toEqual(expected);
  });

  it.each([
    ['len', 'a builtin_function_or_method cannot become JSON'],
    ['{"steps": [{"run": lambda: 1}]}', 'a function cannot become JSON, at steps[0].run'],
    ['{"a b": set()}', 'a set cannot become JSON, at ["a b"]'],
    ['[range(3)]', 'a range cannot become JSON, at [0]'],
    ['{"a": {1: 2}}', 'a dict with an int as key cannot become JSON, at a'],
    ['1 << 53', 'an int beyond 2^53 cannot become JSON'],
    ['float("nan")', 'the float nan cannot become JSON'],
    ['[float("-inf")]', 'the float -inf cannot become JSON, at [0]'],
  ])('refuses %s', (expression, message) => {
    expect(errorOf(() => toJson(evaluated(expression))).message).toBe(message);
  });

  it('refuses what contains itself', () => {
    const value = run('def f():\n    x = {}\n    x["me"] = [x]\n    return x\n').call('f');
    expect(errorOf(() => toJson(value)).message).toBe(
      'a dict that contains itself cannot become JSON, at me[0]',
    );
  });

  it('takes the same part twice, but not without end', () => {
    expect(toJson(run('a = [1]\nx = [a, a]\n').get('x') ?? null)).toEqual([[1], [1]]);
    const huge = run(
      'def f():\n    x = [1]\n    for i in range(60): x = [x, x]\n    return x\n',
    ).call('f');
    expect(errorOf(() => toJson(huge)).message).toContain('steps');
    const long = run('def f(): return ["a" * 1000000] * 1000\n').call('f');
    expect(errorOf(() => toJson(long)).message).toContain('bytes');
  });
});
