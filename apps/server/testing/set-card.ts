import type { Step } from '@millrace/build-rules';
import type { Card } from '@millrace/contract/card';
import type { TestServer } from './test-server.ts';

/** Sets the card of a step, as if its runner had done so while the step was running. */
export async function setCard(
  { features }: Pick<TestServer, 'features'>,
  stepId: number,
  body: Card,
): Promise<void> {
  const call = {
    caller: { runner: '', address: '' },
    params: { step: stepId },
    query: undefined,
    body,
    signal: new AbortController().signal,
  };
  for (const { whileRunning } of features.contributed.stepCalls) {
    await whileRunning?.createCard?.({ id: stepId } as Step, call);
  }
}
