import { GithubStand } from './github-stand.ts';
import { describeForge } from './situations.ts';

describeForge('GitHub', () => GithubStand.start());
