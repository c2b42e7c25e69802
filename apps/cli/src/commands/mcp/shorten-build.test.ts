import type { Build } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { shortenBuild } from './shorten-build.ts';

const build = { number: 9, message: 'Fix the wheel\n\nBody', stages: [] } as unknown as Build;

it('names the bisection to which a build belongs', () => {
  expect(shortenBuild({ ...build, bisection: 3 })).toMatchObject({ number: 9, bisection: 3 });
  expect(shortenBuild(build)).not.toHaveProperty('bisection');
});
