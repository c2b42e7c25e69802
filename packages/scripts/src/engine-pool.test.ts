import { describe, expect, it } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import type { Evaluated } from './engine-worker.ts';
import { ScriptBudget } from './script-budget.ts';
import { ScriptError } from './script-error.ts';

const { leftMs, leftSteps, leftOutputBytes } = new ScriptBudget();
const requestOf = (source: string, language = 'starlark') =>
  JSON.stringify({
    ...{ language, source, file: 'a', build: {}, params: {}, repo: {} },
    ...{ maxSteps: leftSteps, maxOutputBytes: leftOutputBytes },
  });
const resultOn = (pool: EnginePool, request: string) =>
  pool.run(request, leftMs).then(
    ({ text }) => text,
    (error: ScriptError) => error.message,
  );

/** Fills the memory three times, and returns little. */
const garbage = requestOf(`
def main(ctx):
    for round in range(3):
        left = []
        for at in range(50000):
            left.append("%d" % at + "x" * 100)
    return {}
`);
const scripts = {
  'a small script': requestOf('def main(ctx): return {"name": "a"}'),
  'a script that needs most of the memory': requestOf(`
def main(ctx):
    made = ["%d" % at + "y" * 200 for at in range(100000)]
    return {"name": made[-1]}
`),
  'a script that needs one large piece': requestOf(`
def main(ctx): return {"length": len("y" * 20000000)}
`),
  'a Jsonnet file': requestOf(
    "std.length(std.join('', ['y' + n for n in std.range(1, 20000)]))",
    'jsonnet',
  ),
  'a template': requestOf('{{ range 100000 }}text{{ end }}', 'template'),
  'a memory bomb': requestOf(`
def main(ctx):
    x = [0]
    for at in range(100): x += x
`),
};

describe('an engine that left garbage', () => {
  it.each(Object.entries(scripts))('gives %s the result of a new engine', async (_, script) => {
    const expected = await resultOn(new EnginePool(), script);
    const pool = new EnginePool();
    expect(JSON.parse(await resultOn(pool, garbage))).toMatchObject({ error: '' });
    expect(await resultOn(pool, script)).toBe(expected);
  });
});

describe('a script on which an engine gives up', () => {
  it('runs again on a new engine if the engine has run others before', async () => {
    const pool = poolOf(['first', 'gives up'], ['second']);
    expect(await resultOn(pool, 'a')).toBe('first');
    expect(await resultOn(pool, 'b')).toBe('second');
  });

  it('fails if the new engine gives up too', async () => {
    const pool = poolOf(['first', 'gives up'], ['gives up']);
    await resultOn(pool, 'a');
    expect(await resultOn(pool, 'b')).toBe('gives up');
  });

  it('fails immediately on a new engine', async () => {
    expect(await resultOn(poolOf(['gives up']), 'a')).toBe('gives up');
  });
});

/** A pool whose engines answer with these texts, one after the other. */
function poolOf(...engines: string[][]): EnginePool {
  return new EnginePool(async () => {
    const answers = engines.shift();
    if (!answers) throw new Error('No further engine expected');
    const engine = {
      isSpent: false,
      end() {},
      async run(): Promise<Evaluated> {
        const text = answers.shift() ?? '';
        if (text !== 'gives up') return { text, tookMs: 1 };
        engine.isSpent = true;
        throw new ScriptError(text);
      },
    };
    return engine;
  });
}
