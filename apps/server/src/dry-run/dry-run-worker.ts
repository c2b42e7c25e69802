import { answerRequests } from '@millrace/build-host/threads/answer-requests';
import { type DryRunRequest, runRequest } from './dry-run-requests.ts';

answerRequests((request: DryRunRequest) => runRequest(request));
