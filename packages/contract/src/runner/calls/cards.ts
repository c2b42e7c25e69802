import { z } from 'zod/mini';
import { defineRunnerCall, noContent, rpcPath } from '../define-call.ts';

export const createCard = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/card`,
  summary: 'Set the card of a running step; an invalid card is dropped',
  body: z.object({ schema: z.string(), data: z.unknown() }),
  ...noContent,
  mayBeIgnored: true,
});
