import { GithubTestForge } from './github-test-forge.ts';
import { describeReplays } from './situations/replays.ts';
import { describeForge } from './situations.ts';

describeForge('GitHub', () => GithubTestForge.start(), [describeReplays]);
