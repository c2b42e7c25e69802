import { answerRequests } from '../../../shared/answer-requests.ts';
import { packReport } from '../packed-report.ts';
import { type JunitInput, readJunit } from './read-junit.ts';

answerRequests((input: JunitInput) => packReport(readJunit(input)));
