import { describeForge } from '../situations.ts';
import { startGitlab } from './gitlab-test-forge.ts';

describeForge('GitLab', startGitlab);
