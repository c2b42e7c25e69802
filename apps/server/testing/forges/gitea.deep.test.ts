import { giteaProgram } from '@millrace/test-support/forges/gitea';
import { GiteaTestForge } from '@millrace/test-support/forges/gitea-test-forge';
import { skipIf } from '@millrace/test-support/skip-if';
import { describe } from 'vitest';
import { describeProtectedBranch } from './situations/protected-branch.ts';
import { describeReplays } from './situations/replays.ts';
import { describeForge } from './situations.ts';

describe(
  'with MILLRACE_TEST_GITEA',
  skipIf(!giteaProgram && 'MILLRACE_TEST_GITEA is not set'),
  () => {
    describeForge('Gitea', () => GiteaTestForge.start(), [
      describeReplays,
      describeProtectedBranch,
    ]);
  },
);
