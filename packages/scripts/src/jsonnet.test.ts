import { describe, expect, it } from 'vitest';
import { ScriptBudget } from './script-budget.ts';
import { errorOf, type Given, run } from './testing/run.ts';

const evaluate = async (source: string, given?: Given, budget?: ScriptBudget) =>
  JSON.parse(await run('jsonnet', source, given, budget));

describe('a program', () => {
  it('has functions, comprehensions, inheritance and the standard library', async () => {
    const source = `
      local Step(name, image='node') = { name: name, image: image, commands: [std.asciiUpper(name)] };
      local Base = { kind: 'pipeline', steps: [] };
      [Base + { name: 'n' + v, steps+: [Step('test', 'node:' + v)] } for v in [20, 22]]`;
    expect(await evaluate(source)).toEqual(
      [20, 22].map((version) => ({
        kind: 'pipeline',
        name: `n${version}`,
        steps: [{ name: 'test', image: `node:${version}`, commands: ['TEST'] }],
      })),
    );
  });

  it('reads external variables, text and data', async () => {
    const names = [
      'build.event',
      'build.debug',
      'build.params.a',
      'build.param.a',
      'repo.slug',
      'input.list',
    ];
    const more = ['input.flag', 'input.half', 'input.none', 'input.text'];
    const source = `{ [n]: std.extVar(n) for n in ${JSON.stringify([...names, ...more])} }`;
    const value = await evaluate(source, {
      build: { event: 'push "ü"', debug: false },
      params: { a: 'b' },
      repo: { slug: 'octo/hello' },
      input: { list: [1, { x: true }], flag: true, half: 1.5, none: null, text: 'a\n"b"' },
    });
    expect(value).toEqual({
      'build.event': 'push "ü"',
      'build.debug': 'false',
      'build.params.a': 'b',
      'build.param.a': 'b',
      'repo.slug': 'octo/hello',
      'input.list': [1, { x: true }],
      'input.flag': 'true',
      'input.half': '1.5',
      'input.none': '',
      'input.text': 'a\n"b"',
    });
  });
});

describe('an error includes reason and line', () => {
  it.each([
    ['syntax', '{\n  a: 1,\n  b 2\n}', 3, /NUMBER/],
    ['an unknown name', '{\n  a: nothing\n}', 2, /^Unknown variable: nothing/],
    ['a failure', "{\n  a: 1,\n  b: error 'no such luck',\n}", 3, /^no such luck$/],
    [
      'an unknown external variable',
      "\n\nstd.extVar('build.nope')",
      3,
      /^Undefined external variable: build\.nope/,
    ],
    ['an import', "\nimport 'a.libsonnet'", 2, /other files cannot be imported here: a\.libsonnet/],
    ['endless recursion', 'local f(x) = f(x + 1) + 1;\nf(1)', 1, /^max stack frames exceeded/],
  ])('of %s', async (_, source, line, message) => {
    expect(await errorOf(run('jsonnet', source))).toMatchObject({
      line,
      message: expect.stringMatching(message),
    });
  });
});

describe('a program that does not terminate', () => {
  it('is stopped at its time limit, and others run after it', async () => {
    const source = `
      local add(sum, count) = std.foldl(function(a, b) a + b, std.range(1, count), sum);
      std.foldl(function(sum, _) add(sum, 20000), std.range(1, 20000), 0)`;
    const budget = new ScriptBudget({ maxProcessorMs: 50 });
    await expect(evaluate(source, {}, budget)).rejects.toThrow(
      'the scripts of a file may not take so long',
    );
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    const values = numbers.map((number) => evaluate(`{ a: ${number} }`));
    expect(await Promise.all(values)).toEqual(numbers.map((a) => ({ a })));
  });

  it('gets no more memory than its limit', async () => {
    const source = 'std.length(std.range(1, 20000000))';
    await expect(evaluate(source)).rejects.toThrow('too much memory');
  });

  it('returns no more than its limit', async () => {
    const source = "std.repeat('0123456789', 200)";
    await expect(evaluate(source, {}, new ScriptBudget({ maxOutputBytes: 1000 }))).rejects.toThrow(
      'the value is larger than 1000 bytes',
    );
  });
});

describe('one program after another', () => {
  it('does not see data of the previous one', async () => {
    const source = "std.extVar('input.secret')";
    expect(await evaluate(source, { input: { secret: 'x' } })).toBe('x');
    await expect(evaluate(source)).rejects.toThrow('Undefined external variable: input.secret');
  });
});
