import { answerRequests } from '../../../shared/answer-requests.ts';
import { createScanTasks } from './scan-tasks.ts';

answerRequests(createScanTasks());
