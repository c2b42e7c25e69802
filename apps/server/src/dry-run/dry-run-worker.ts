import { answerRequests } from '../shared/answer-requests.ts';
import { type DryRunRequest, runRequest } from './dry-run-requests.ts';

answerRequests((request: DryRunRequest) => runRequest(request));
