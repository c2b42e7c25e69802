import { describeForge } from '../situations.ts';
import { startBitbucket } from './bitbucket-test-forge.ts';

describeForge('Bitbucket', startBitbucket);
