import { GithubStand } from './github-stand.ts';
import { describeReplays } from './situations/replays.ts';
import { describeForge } from './situations.ts';

describeForge('GitHub', () => GithubStand.start(), [describeReplays]);
