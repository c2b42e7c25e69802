import { giteaProgram } from '@millrace/test-support/forges/gitea';
import { GiteaStand } from '@millrace/test-support/forges/gitea-stand';
import { describe } from 'vitest';
import { describeReplays } from './situations/replays.ts';
import { describeForge } from './situations.ts';

describe.skipIf(!giteaProgram)('with MILLRACE_TEST_GITEA', () => {
  describeForge('Gitea', () => GiteaStand.start(), [describeReplays]);
});
