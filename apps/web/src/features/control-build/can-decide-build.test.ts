// @vitest-environment happy-dom
import { recentStage, sampleBuild, sampleUser } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { canDecideStage } from './can-decide-build.ts';

const stage = recentStage({ status: 'blocked' });
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
    expect(canDecideStage(build, stage, { user, ...permissions }, approvals)).toBe(may);
  },
);

const reader = { canWrite: false, canAdminister: false };
test.each([
  ['write', false, reader, false],
  ['write', false, writer, true],
  ['admin', false, writer, false],
  ['admin', false, admin, true],
  ['write', true, writer, false],
  ['write', true, admin, true],
  ['admin', true, { canWrite: true, canAdminister: false }, false],
] as const)(
  'a manual stage for %s, which needs an approval: %s, is started with %o: %s',
  (manual, needsApproval, permissions, may) => {
    const build = sampleBuild({ trigger: '@hook', sender: 'bob' });
    const waiting = { ...stage, manual, needs_approval: needsApproval };
    expect(canDecideStage(build, waiting, { user, ...permissions }, 'admins')).toBe(may);
  },
);
