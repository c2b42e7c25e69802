// @vitest-environment happy-dom
import { sampleBuild, sampleUser } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { canDecideBuild } from './can-decide-build.ts';

const user = sampleUser({ login: 'ada', admin: false });
const writer = { canWrite: true, canAdminister: false };
const admin = { ...writer, canAdminister: true };

test.each([
  ['writers', writer, 'ada', true],
  ['admins', writer, 'bob', false],
  ['admins', admin, 'bob', true],
  ['admins', admin, 'ada', false],
] as const)(
  '%s decide; with %o, about a build of %s: %s',
  (approvals, permissions, sender, may) => {
    const build = sampleBuild({ trigger: '@hook', sender });
    expect(canDecideBuild(build, { user, ...permissions }, approvals)).toBe(may);
  },
);
