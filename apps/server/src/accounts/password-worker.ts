import { scryptSync } from 'node:crypto';
import { answerRequests } from '@millrace/build-host/threads/answer-requests';
import type { KeyRequest } from './password-hasher.ts';

answerRequests(({ password, salt, keyBytes, cost }: KeyRequest) =>
  scryptSync(password, salt, keyBytes, cost),
);
