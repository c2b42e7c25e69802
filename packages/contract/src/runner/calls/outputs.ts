import { z } from 'zod/mini';
import { outputLimits, stepOutput } from '../../step-outputs.ts';
import { defineRunnerCall, noContent, rpcPath } from '../define-call.ts';

export const setOutputs = defineRunnerCall({
  method: 'POST',
  path: `${rpcPath}/step/:step/outputs`,
  summary: 'Pass variables of a running step on to later stages; one of the same name is replaced',
  body: z.array(stepOutput).check(z.maxLength(outputLimits.variables)),
  ...noContent,
  isOptional: true,
});
