// @vitest-environment happy-dom
import { sampleBuild, sampleRepo, sampleUser } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { canDecideBuild } from './can-decide-build.ts';

const user = sampleUser({ login: 'ada', admin: false });
const writer = { read: true, write: true, admin: false };
const admin = { ...writer, admin: true };

test.each([
  ['writers', writer, 'ada', true],
  ['admins', writer, 'bob', false],
  ['admins', admin, 'bob', true],
  ['admins', admin, 'ada', false],
] as const)(
  '%s decide; with %o, about a build of %s: %s',
  (approvals, permissions, sender, may) => {
    const build = sampleBuild({ trigger: '@hook', sender });
    expect(canDecideBuild(build, sampleRepo({ permissions }), user, approvals)).toBe(may);
  },
);
