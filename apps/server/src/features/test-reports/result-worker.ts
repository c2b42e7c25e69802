import { answerRequests } from '@millrace/build-host/threads/answer-requests';
import { runTask, type Task } from './result-tasks.ts';

answerRequests((task: Task) => runTask(task));
