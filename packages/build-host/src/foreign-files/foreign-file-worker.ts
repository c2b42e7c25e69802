import { convertForeignFile, ForeignFileError } from '@millrace/convert';
import { answerRequests } from '../threads/answer-requests.ts';
import type { ForeignFile, ForeignFileAnswer } from './foreign-file-thread.ts';

answerRequests(({ path, text }: ForeignFile): ForeignFileAnswer => {
  try {
    return { converted: convertForeignFile(text, { path }) };
  } catch (error) {
    if (error instanceof ForeignFileError) return { problem: error.message };
    throw error;
  }
});
