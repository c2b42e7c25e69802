import { answerRequests } from '@millrace/build-host/threads/answer-requests';
import { NameIndex, type NameRequest } from './name-index.ts';

const index = new NameIndex();

answerRequests((request: NameRequest) => index.answer(request));
