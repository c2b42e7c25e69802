import type { Stage, Step } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { runnersPort } from '../src/features/runners/port.ts';
import type { TestServer } from './test-server.ts';

export function runnerApiOf({ ask }: TestServer, runner = 'tester'): RunnerApi {
  return ask(runnersPort).openRunnerApi(runner);
}

export const execFilter = { kind: 'pipeline', type: 'exec' } as const;

/** Claims the next stage and starts its only step. */
export async function startNextStage(
  api: RunnerApi,
  machine = 'tester',
  report: Partial<Stage> = {},
): Promise<{ stage: Stage; step: Step }> {
  const queued = await api.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  if (!queued) throw new Error('No queued stage');
  const accepted = await api.acceptStage({ params: { stage: queued.id }, query: { machine } });
  const stage = await api.updateStage({
    params: { stage: accepted.id },
    body: {
      ...accepted,
      ...report,
      status: 'running',
      steps: [newStep(accepted, 1, 'greet')],
    },
  });
  const [pending] = stage.steps ?? [];
  if (!pending) throw new Error('The stage has no step');
  return {
    stage,
    step: await api.updateStep({
      params: { step: pending.id },
      body: { ...pending, status: 'running', started: 1 },
    }),
  };
}

function newStep(stage: Stage, number: number, name: string): Step {
  return { id: 0, step_id: stage.id, number, name, status: 'pending', exit_code: 0, version: 0 };
}
