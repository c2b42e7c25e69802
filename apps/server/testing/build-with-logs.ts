import type { Build, Line, Stage, Step } from '@millrace/contract/api';
import { execFilter, runnerApiOf } from './fake-work.ts';
import { bearer, pushSampleRepo, type TestServer } from './test-server.ts';

export type BuildWithLogs = Awaited<ReturnType<typeof startBuildWithLogs>>;

/** Creates log lines from texts, with the line breaks that a step prints. */
export function toLines(texts: readonly string[], from = 0): Line[] {
  return texts.map((text, index) => ({ pos: from + index, out: `${text}\n`, time: 0 }));
}

/** Creates a repository with a build whose first stage has these running steps. */
export async function startBuildWithLogs(
  server: TestServer,
  owner: { login: string; token: string },
  name: string,
  stepNames: readonly string[],
) {
  const { slug } = await pushSampleRepo(server, owner.login, name);
  return startStageOf(server, owner, { slug, build: 1 }, stepNames);
}

/** Starts the next build of a repository in the same way. */
export async function startNextBuildWithLogs(
  server: TestServer,
  owner: { login: string; token: string },
  slug: string,
  stepNames: readonly string[],
) {
  const url = `${server.url}/api/repos/${slug}/builds`;
  const answer = await fetch(url, { method: 'POST', headers: bearer(owner) });
  const { number } = (await answer.json()) as Build;
  return startStageOf(server, owner, { slug, build: number }, stepNames);
}

async function startStageOf(
  server: TestServer,
  owner: { token: string },
  { slug, build }: { slug: string; build: number },
  stepNames: readonly string[],
) {
  const api = runnerApiOf(server);
  const queued = await api.requestStage({ body: execFilter }, AbortSignal.timeout(5000));
  if (!queued) throw new Error('No queued stage');
  const accepted = await api.acceptStage({
    params: { stage: queued.id },
    query: { machine: 'tester' },
  });
  const stage: Stage = await api.updateStage({
    params: { stage: accepted.id },
    body: {
      ...accepted,
      status: 'running',
      steps: stepNames.map((stepName, index) => newStep(accepted.id, index + 1, stepName)),
    },
  });
  const steps: Step[] = [];
  for (const step of stage.steps ?? []) {
    steps.push(
      await api.updateStep({
        params: { step: step.id },
        body: { ...step, status: 'running', started: 1 },
      }),
    );
  }
  const idOf = (number: number) => steps[number - 1]?.id ?? 0;
  return {
    slug,
    idOf,
    /** Appends lines to the log of the step with this number. */
    append: (number: number, lines: Line[]) =>
      api.appendLogs({ params: { step: idOf(number) }, body: lines }),
    async finish(): Promise<void> {
      for (const step of steps) {
        const body = { ...step, status: 'success', stopped: 2 } as const;
        await api.updateStep({ params: { step: step.id }, body });
      }
    },
    /** Calls an endpoint of the build as the owner. */
    get: (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}/api/repos/${slug}/builds/${build}${path}`, {
        headers: bearer(owner),
        ...init,
      }),
  };
}

function newStep(stageId: number, number: number, name: string): Step {
  return { id: 0, step_id: stageId, number, name, status: 'pending', exit_code: 0, version: 0 };
}
