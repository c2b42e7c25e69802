import { describe } from 'vitest';
import { giteaProgram } from '../gitea.ts';
import { GiteaStand } from './gitea-stand.ts';
import { describeReplays } from './situations/replays.ts';
import { describeForge } from './situations.ts';

describe.skipIf(!giteaProgram)('with MILLRACE_TEST_GITEA', () => {
  describeForge('Gitea', () => GiteaStand.start(), [describeReplays]);
});
