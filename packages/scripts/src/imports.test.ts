import { expect, it } from 'vitest';
import { runScript } from './run-script.ts';
import type { Script } from './script.ts';
import { ScriptBudget } from './script-budget.ts';

const script = (language: Script['language'], source: string): Script => ({
  language,
  source,
  file: 'ci/.drone.star',
  build: {},
  params: {},
  repo: {},
});

function run(
  asked: Script,
  files: Record<string, string>,
  max = 5,
  budget: ScriptBudget = new ScriptBudget(),
) {
  const read = async (path: string) => files[path] ?? null;
  return runScript(asked, budget, { max, read });
}

const steps = 'def steps(name):\n  return [{"name": name}]\n';

it.each<[string, Script, Record<string, string>, unknown]>([
  [
    'a file beside it',
    script('starlark', 'load("lib.star", "steps")\ndef main(ctx):\n  return steps("a")\n'),
    { 'ci/lib.star': steps },
    [{ name: 'a' }],
  ],
  [
    'a file that loads another one, relative to itself',
    script('starlark', 'load("../lib/a.star", "x")\ndef main(ctx):\n  return x\n'),
    { 'lib/a.star': 'load("b.star", "y")\nx = y + 1\n', 'lib/b.star': 'y = 1\n' },
    2,
  ],
  [
    'one file twice',
    script('jsonnet', "local a = import '../a.libsonnet'; [a.x, (import '../a.libsonnet').x]"),
    { 'a.libsonnet': "{ x: importstr 'b.txt' }", 'b.txt': 'hello' },
    ['hello', 'hello'],
  ],
  [
    'a file from the top of the repository',
    script('jsonnet', "(import 'lib/a.libsonnet').x"),
    { 'lib/a.libsonnet': "{ x: import 'lib/b.libsonnet' }", 'lib/b.libsonnet': '1' },
    1,
  ],
  [
    'a file from the top of the repository with load',
    script('starlark', 'load("lib/a.star", "x")\ndef main(ctx):\n  return x\n'),
    { 'lib/a.star': 'load("lib/b.star", "y")\nx = y\n', 'lib/b.star': 'y = 1\n' },
    1,
  ],
  [
    'the file beside it rather than that from the top',
    script('jsonnet', "import 'a.libsonnet'"),
    { 'ci/a.libsonnet': '1', 'a.libsonnet': '2' },
    1,
  ],
  [
    'as many files as it may, without counting places where there is none',
    script('jsonnet', "[import '1', import '2', import '3', import '4', import '5']"),
    { 1: '1', 2: '2', 3: '3', 4: '4', 5: '5' },
    [1, 2, 3, 4, 5],
  ],
])('a script imports %s', async (_, asked, files, expected) => {
  expect(JSON.parse(await run(asked, files))).toEqual(expected);
});

it.each<[string, Script, Record<string, string>, RegExp]>([
  ['a missing file', script('jsonnet', "import 'gone'"), {}, /there is no file ci\/gone or gone/],
  [
    'a missing file with load',
    script('starlark', 'x = 1\nload("gone.star", "x")\n'),
    {},
    /there is no file ci\/gone.star or gone.star/,
  ],
  [
    'a file outside of the repository',
    script('jsonnet', "import '../../etc/passwd'"),
    {},
    /only files of the repository/,
  ],
  ['an absolute path', script('starlark', 'load("/etc/passwd", "x")\n'), {}, /only files of/],
  [
    'itself',
    script('starlark', 'load("a.star", "x")\n'),
    { 'ci/a.star': 'load("a.star", "x")\n' },
    /the file loads itself/,
  ],
  [
    'too many files',
    script('starlark', 'load("1.star", "x")\n'),
    Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((at) => [`ci/${at}.star`, `load("${at + 1}.star", "x")\n`]),
    ),
    /more than 5 files are imported/,
  ],
])('a script cannot import %s', async (_, asked, files, message) => {
  await expect(run(asked, files)).rejects.toThrow(message);
});

it('shares its steps with the files that it loads', async () => {
  const endless =
    'def f():\n  for a in range(100000):\n    for b in range(100000):\n      pass\nf()\nx = 1\n';
  const asked = script('starlark', 'load("a.star", "x")\ndef main(ctx):\n  return x\n');
  const budget = new ScriptBudget({ maxSteps: 50_000 });
  await expect(run(asked, { 'ci/a.star': endless }, 5, budget)).rejects.toThrow('so many steps');
});

it('imports nothing if that is not allowed', async () => {
  const asked = script('jsonnet', "import 'a'");
  await expect(runScript(asked, new ScriptBudget())).rejects.toThrow('cannot be imported here');
  await expect(run(asked, { 'ci/a': '1' }, 0)).rejects.toThrow('cannot be imported here');
});
