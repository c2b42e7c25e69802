import { giteaProgram } from '@millrace/test-support/forges/gitea';
import { GiteaTestForge } from '@millrace/test-support/forges/gitea-test-forge';
import { describe } from 'vitest';
import { describeReplays } from './situations/replays.ts';
import { describeForge } from './situations.ts';

describe.skipIf(!giteaProgram)('with MILLRACE_TEST_GITEA', () => {
  describeForge('Gitea', () => GiteaTestForge.start(), [describeReplays]);
});
