import { scryptSync } from 'node:crypto';
import { answerRequests } from '../shared/answer-requests.ts';
import type { KeyRequest } from './password-hasher.ts';

answerRequests(({ password, salt, keyBytes, cost }: KeyRequest) =>
  scryptSync(password, salt, keyBytes, cost),
);
