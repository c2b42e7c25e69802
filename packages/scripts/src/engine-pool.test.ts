import { wallLimitMs } from '@millrace/node-kit/processor-budget';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EnginePool } from './engine-pool.ts';
import { ScriptBudget } from './script-budget.ts';
import { ScriptError } from './script-error.ts';
import { garbage, scriptOf } from './testing/engine-requests.ts';

const small = scriptOf('def main(ctx): return {"name": "a"}');
/** Shared, because starting an engine takes longer than most tests. */
const pool = new EnginePool();
const resultOn = (tested: EnginePool, request: string, budget = new ScriptBudget()) =>
  tested.run(request, budget.processor).catch((error: ScriptError) => error.message);

describe('an engine that left garbage', () => {
  it.each([
    ['a small script', small, '{\\"name\\":\\"a\\"}'],
    // The used engine gives up: no free piece of its memory is large enough.
    [
      'a script that needs one large piece',
      scriptOf('def main(ctx): return len("y" * 20000000)'),
      '"output":"20000000"',
    ],
    [
      'a memory bomb',
      scriptOf('def main(ctx):\n    x = "a"\n    for at in range(100): x += x\n'),
      'the script needs too much memory',
    ],
  ])('gives %s the result of a new engine', async (_, script, result) => {
    expect(JSON.parse(await resultOn(pool, garbage))).toMatchObject({ error: '' });
    expect(await resultOn(pool, script)).toContain(result);
  });
});

describe('the time limit of a script', () => {
  const maxProcessorMs = 5000;
  beforeAll(() => resultOn(pool, small));
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('does not count the time in which it does not run', async () => {
    const budget = new ScriptBudget({ maxProcessorMs });
    const running = resultOn(pool, small, budget);
    vi.advanceTimersByTime(maxProcessorMs * 2);
    expect(await running).toContain('"error":""');
    expect(budget.processor.usedMs).toBeLessThan(maxProcessorMs);
  });

  it('ends it if it hangs', async () => {
    const running = resultOn(pool, small, new ScriptBudget({ maxProcessorMs }));
    vi.advanceTimersByTime(wallLimitMs(maxProcessorMs) + 1);
    expect(await running).toBe('the scripts of a file may not take so long');
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
      async run(): Promise<string> {
        const text = answers.shift() ?? '';
        if (text !== 'gives up') return text;
        engine.isSpent = true;
        throw new ScriptError(text);
      },
    };
    return engine;
  });
}
