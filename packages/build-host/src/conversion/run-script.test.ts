import { ScriptBudget } from '@millrace/scripts';
import { expect, it } from 'vitest';
import { runScript } from './run-script.ts';

const starlark = (file: string, source: string) =>
  ({ language: 'starlark', file, source, build: {}, repo: {}, params: {} }) as const;
const long = starlark(
  'long.star',
  'def main(ctx):\n  for i in range(1 << 40):\n    str([1, 2, 3])\n',
);
const short = starlark('short.star', 'def main(ctx):\n  return {"name": "a"}\n');

it('does not block the server, and shares slots between repositories', async () => {
  await runScript('warm', short, new ScriptBudget());
  const [all, here] = [process.cpuUsage(), process.threadCpuUsage()];
  const ended: string[] = [];
  const hostile = Array.from({ length: 12 }, () =>
    runScript('a/hostile', long, new ScriptBudget({ maxSteps: 300_000 })).catch(
      (error: unknown) => {
        ended.push('hostile');
        return String(error);
      },
    ),
  );
  const other = await runScript('b/quick', short, new ScriptBudget());
  ended.push('other');
  const answers = await Promise.all(hostile);
  const [allUsed, usedHere] = [process.cpuUsage(all), process.threadCpuUsage(here)];
  expect(other).toBe('{"name":"a"}');
  expect(ended.indexOf('other')).toBeLessThan(6);
  expect(answers[0]).toMatch(
    /long.star: line \d: the scripts of a file may not take so many steps/,
  );
  expect(usedHere.user).toBeLessThan(allUsed.user / 2);
});

it('does not let plans of a repository delay its builds', async () => {
  const ended: string[] = [];
  const plans = Array.from({ length: 6 }, () =>
    runScript('a/hostile', long, new ScriptBudget({ maxSteps: 300_000 }), {
      queue: 'account',
    }).catch(() => {
      ended.push('plan');
    }),
  );
  await runScript('a/hostile', short, new ScriptBudget());
  ended.push('build');
  await Promise.all(plans);
  expect(ended.indexOf('build')).toBeLessThan(4);
});
