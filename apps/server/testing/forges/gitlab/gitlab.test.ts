import { describeForge } from '../situations.ts';
import { startGitlab } from './gitlab-stand.ts';

describeForge('GitLab', startGitlab);
