import { answerRequests } from '../../shared/answer-requests.ts';
import { runTask, type Task } from './result-tasks.ts';

answerRequests((task: Task) => runTask(task));
