import { answerRequests } from '@millrace/build-host/threads/answer-requests';
import { packReport } from '../packed-report.ts';
import { type JunitInput, readJunit } from './read-junit.ts';

answerRequests((input: JunitInput) => packReport(readJunit(input)));
