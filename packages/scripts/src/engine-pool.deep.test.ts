import { expect, it } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import { ScriptBudget } from './script-budget.ts';
import { garbage, scriptOf } from './testing/engine-requests.ts';

/** Fills the memory three times with small pieces. */
const smallGarbage = scriptOf(`
def main(ctx):
    for round in range(3):
        left = []
        for at in range(50000):
            left.append("%d" % at + "x" * 100)
    return {}
`);
const scripts = {
  'most of the memory': scriptOf(`
def main(ctx):
    made = ["%d" % at + "y" * 200 for at in range(100000)]
    return {"name": made[-1]}
`),
  'one large piece': scriptOf('def main(ctx): return {"length": len("y" * 20000000)}'),
  'Jsonnet lists': scriptOf(
    "std.length(std.join('', ['y' + n for n in std.range(1, 20000)]))",
    'jsonnet',
  ),
  'the text of a template': scriptOf('{{ range 100000 }}text{{ end }}', 'template'),
};
const run = (pool: EnginePool, request: string) => pool.run(request, new ScriptBudget().processor);

it.each(
  Object.entries(scripts).flatMap(([name, script]) => [
    [name, 'large', garbage, script] as const,
    [name, 'small', smallGarbage, script] as const,
  ]),
)(
  'an engine that left garbage has room for %s between %s pieces',
  async (_, _size, left, script) => {
    const expected = await run(new EnginePool(), script);
    const pool = new EnginePool();
    expect(JSON.parse(await run(pool, left))).toMatchObject({ error: '' });
    expect(await run(pool, script)).toBe(expected);
  },
);
