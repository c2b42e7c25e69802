import { LimitedThread } from '@millrace/build-host/threads/limited-thread';
import type { PipelineChangeResult, TestedBuild } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import type { BackTestInput } from './back-test.ts';
import type { DryRunAnswer, DryRunRequest } from './dry-run-requests.ts';
import type { PlanInput, PlansOfFile } from './plan-file.ts';

const memoryMb = 512;
/** A plan is repeated while a person types. */
const planProcessorMs = 5000;
const backTestProcessorMs = 30_000;

/**
 * Plans builds in threads that are not those of pipeline files of real builds: a back-test must not delay a build, nor
 * the plan of a person who types.
 */
export class DryRunThreads {
  private readonly plans = openThread(planProcessorMs);
  private readonly backTests = openThread(backTestProcessorMs);

  async plan(callerKey: string, input: PlanInput): Promise<PlansOfFile> {
    const answer = await this.plans.run(callerKey, { kind: 'plan', input });
    if (answer.kind === 'tooLong') throw badRequest('The plan of this file is too long');
    if (answer.kind !== 'plan') throw new Error('Unexpected: the answer is not a plan');
    return answer.plans;
  }

  async summarize(callerKey: string, input: BackTestInput): Promise<PipelineChangeResult> {
    const answer = await this.backTests.run(callerKey, { kind: 'summary', input });
    if (answer.kind !== 'summary') throw new Error('Unexpected: the answer is not a summary');
    return answer.result;
  }

  async backTest(callerKey: string, input: BackTestInput): Promise<TestedBuild[]> {
    const answer = await this.backTests.run(callerKey, { kind: 'backTest', input });
    if (answer.kind !== 'backTest') throw new Error('Unexpected: the answer is not a back-test');
    return answer.builds;
  }
}

function openThread(processorMs: number): LimitedThread<DryRunRequest, DryRunAnswer> {
  const script = new URL('./dry-run-worker.ts', import.meta.url);
  return new LimitedThread(
    script,
    { processorMs, memoryMb },
    { subject: 'the file', tooMany: 'too many pipeline files are planned concurrently' },
  );
}
