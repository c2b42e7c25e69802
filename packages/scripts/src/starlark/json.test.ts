import { describe, expect, it } from 'vitest';
import { ScriptBudget } from '../script-budget.ts';
import { errorOf, run } from '../testing/run.ts';
import { callMain, globalOf } from '../testing/run-starlark.ts';

const data = {
  name: 'x',
  n: 1,
  half: 0.5,
  none: null,
  yes: true,
  list: [1, { deep: 'y', b: 1, a: 2 }],
  empty: {},
};

describe('the input of a script', () => {
  it('consists of structs whose values are dicts and lists', async () => {
    const source = `
def main(ctx):
    i = ctx.input
    return [i.list[1]["deep"] + str(i.n), type(i.n), type(i.half), ctx.build.params["a"], hasattr(i, "nope")]
`;
    const given = { input: data, params: { a: 'b' } };
    expect(await callMain(source, given)).toEqual(['y1', 'int', 'float', 'b', false]);
  });

  it('is returned unchanged and in order', async () => {
    const source = 'def main(ctx): return {n: getattr(ctx.input, n) for n in ctx.input.list[1:]}\n';
    const input = { ...data, list: [0, ...Object.keys(data)] };
    const given = await run('starlark', source, { input });
    expect(given).toBe(JSON.stringify({ ...data, list: input.list }));
    const odd = JSON.parse('{"a": {"z": 1, "__proto__": {"y": 2}}}');
    expect(await run('starlark', 'def main(ctx): return ctx.input.a\n', { input: odd })).toBe(
      '{"z":1,"__proto__":{"y":2}}',
    );
  });
});

describe('the result of a script', () => {
  it.each([
    ['(1, [2], {"a": None})', [1, [2], { a: null }]],
    ['struct(b=1, a=[True])', { a: [true], b: 1 }],
    ['1.0', 1],
    ['9007199254740991', 9007199254740991],
    ['range(3)', [0, 1, 2]],
    ['"<é\\n>"', '<é\n>'],
  ])('is %s as data', async (expression, expected) => {
    expect(await globalOf(`x = ${expression}\n`, 'x')).toEqual(expected);
  });

  it.each([
    ['len', 'a builtin_function_or_method cannot become JSON'],
    ['{"steps": [{"run": lambda: 1}]}', 'a function cannot become JSON'],
    ['{"a b": set()}', 'a set cannot become JSON'],
    ['{"a": {1: 2}}', 'a dict with a key of type int cannot become JSON'],
    ['(1 << 53) + 1', 'the int 9007199254740993 is too large for JSON'],
    ['float("nan")', 'json: unsupported value: NaN'],
  ])('is not %s', async (expression, message) => {
    expect((await errorOf(globalOf(`x = ${expression}\n`, 'x'))).message).toBe(message);
  });

  it('cannot contain itself', async () => {
    const source = 'def main(ctx):\n    x = {}\n    x["me"] = [x]\n    return x\n';
    expect((await errorOf(callMain(source))).message).toBe(
      'the value is nested more than 200 levels deep',
    );
  });

  it('may contain the same value twice, but not infinitely often', async () => {
    expect(await callMain('def main(ctx):\n  a = [1]\n  return [a, a]\n')).toEqual([[1], [1]]);
    const budget = () => new ScriptBudget({ maxOutputBytes: 1000 });
    const huge = 'def main(ctx):\n  x = [1]\n  for i in range(60): x = [x, x]\n  return x\n';
    expect((await errorOf(callMain(huge, {}, budget()))).message).toContain('larger than 1000');
    const long = 'def main(ctx): return ["a" * 100] * 1000\n';
    expect((await errorOf(callMain(long, {}, budget()))).message).toContain('larger than 1000');
  });
});
