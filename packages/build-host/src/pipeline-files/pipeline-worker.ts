import { answerRequests } from '../threads/answer-requests.ts';
import { runTask, type Task } from './pipeline-tasks.ts';

answerRequests((task: Task) => runTask(task));
