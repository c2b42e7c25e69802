import { expect, it } from 'vitest';
import { errorOf, run } from '../testing/run.ts';
import { errorIn } from '../testing/run-starlark.ts';

it.each([
  ['syntax', 'x = 1\ny = (2 +\n', 3, 'got end of file, want primary expression'],
  ['a name', 'x = 1\ny = z\n', 2, 'undefined: z'],
  [
    'a function at the failing line',
    'def divide(a):\n    return 1 // a\n\ndef main(ctx):\n    return divide(0)\n',
    2,
    'floored division by zero',
  ],
  [
    'a function that a built-in function calls',
    'def key(x):\n    return x.name\n\ndef main(ctx):\n    return sorted([1], key=key)\n',
    2,
    'int has no .name field or method',
  ],
  [
    'a built-in function at its call',
    'def main(ctx):\n    x = 1\n    return sorted(x)\n',
    3,
    'sorted: for parameter iterable: got int, want iterable',
  ],
  [
    'a failure reported by the script',
    'def main(ctx):\n    if ctx.build.event == "push":\n        fail("no pushes to", ctx.repo.name)\n',
    3,
    'fail: no pushes to millrace',
  ],
  [
    'the context',
    'def main(ctx): return ctx.build.evnt\n',
    1,
    '"build" struct has no .evnt attribute (did you mean .event?)',
  ],
  ['no main', 'x = 1\n', 0, 'the file defines no function "main"'],
  ['another main', 'main = {}\n', 0, 'invalid call of non-function (dict)'],
  [
    'a main without parameters',
    'def main(): pass\n',
    1,
    'function main accepts no arguments (1 given)',
  ],
])('an error names reason and line: of %s', async (_, source, line, message) => {
  const given = { build: { event: 'push' }, repo: { name: 'millrace' } };
  expect(await errorOf(run('starlark', source, given))).toMatchObject({ line, message });
});

it('has no effect on the next script', async () => {
  for (let turn = 0; turn < 20; turn++) await errorIn('x = 1 // 0\n');
  expect(await run('starlark', 'def main(ctx): return dir(ctx.input)\n')).toBe('[]');
});
