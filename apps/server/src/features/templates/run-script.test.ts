// biome-ignore lint/style/noRestrictedImports: how long the loop is held is what this is about
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { runScript } from './run-script.ts';

const facts = { build: {}, repo: {}, params: {} };
const long = {
  file: 'long.star',
  source:
    'def main(ctx):\n  x = {}\n  for i in range(1 << 40):\n    x["k%d" % i] = str([1, 2, 3])\n',
  facts,
};
const short = { file: 'short.star', source: 'def main(ctx):\n  return {"name": "a"}\n', facts };

it('holds nobody up, and lets repositories take turns', async () => {
  await runScript('starlark', 'warm', short);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const ended: string[] = [];
  const hostile = Array.from({ length: 12 }, () =>
    runScript('starlark', 'a/hostile', long).catch((error: unknown) => {
      ended.push('hostile');
      return String(error);
    }),
  );
  const other = await runScript('starlark', 'b/quick', short);
  ended.push('other');
  const answers = await Promise.all(hostile);
  delay.disable();
  expect(other).toEqual({ name: 'a' });
  expect(ended.indexOf('other')).toBeLessThan(6);
  expect(answers[0]).toMatch(/long.star: line \d: the script needs more than 1000000 steps/);
  expect(delay.max / 1e6).toBeLessThan(500);
});
