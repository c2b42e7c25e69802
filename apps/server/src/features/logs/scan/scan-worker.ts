import { answerRequests } from '@millrace/build-host/threads/answer-requests';
import { createScanTasks } from './scan-tasks.ts';

answerRequests(createScanTasks());
