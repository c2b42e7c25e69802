import { describeForge } from '../situations.ts';
import { startBitbucket } from './bitbucket-stand.ts';

describeForge('Bitbucket', startBitbucket);
