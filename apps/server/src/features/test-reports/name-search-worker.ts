import { answerRequests } from '../../shared/answer-requests.ts';
import { NameIndex, type NameRequest } from './name-index.ts';

const index = new NameIndex();

answerRequests((request: NameRequest) => index.answer(request));
