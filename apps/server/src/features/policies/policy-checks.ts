import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Policy } from '@millrace/contract/api';
import type { Clock } from '@millrace/node-kit/clock';
import { appliesTo, type JudgedBuild, judgePolicies, judgePolicy } from './judge-policies.ts';
import type { PolicyStore } from './policy-store.ts';

/** Facts about a build, without the steps that it would run. */
export type BuildFacts = Omit<JudgedBuild, 'steps'>;

interface Deps {
  store: Pick<PolicyStore, 'list'>;
  pipelineReader: PipelineReader;
  clock: Pick<Clock, 'nowSec'>;
}

/** Judges stages of a pipeline file by policies. */
export class PolicyChecks {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /**
   * Returns why policies in force forbid to run stages; undefined if none does.
   *
   * @param isMeant limits the policies
   */
  async findProblem(
    build: BuildFacts,
    yaml: string,
    stages: readonly string[],
    isMeant: (policy: Policy) => boolean = () => true,
  ): Promise<string | undefined> {
    const today = this.today();
    const policies = (await this.deps.store.list()).filter(
      (policy) => policy.enabled && isMeant(policy) && appliesTo(policy, build, today),
    );
    // Without a policy, the file is not read.
    if (policies.length === 0) return undefined;
    return judgePolicies(policies, await this.withSteps(build, yaml, stages), today);
  }

  /** Returns why a policy would forbid to run stages, whether it is enabled or not. */
  async judge(
    policy: Policy,
    build: BuildFacts,
    yaml: string,
    stages: readonly string[],
  ): Promise<string | undefined> {
    return judgePolicy(policy, await this.withSteps(build, yaml, stages), this.today());
  }

  /** Returns the day as `2026-11-30` in UTC. */
  today(): string {
    return new Date(this.deps.clock.nowSec() * 1000).toISOString().slice(0, 10);
  }

  private async withSteps(
    build: BuildFacts,
    yaml: string,
    stages: readonly string[],
  ): Promise<JudgedBuild> {
    const { pipelineReader } = this.deps;
    const input: [string, string[]] = [yaml, [...stages]];
    return {
      ...build,
      steps: await pipelineReader.run(build.slug, { name: 'listJudgedSteps', input }),
    };
  }
}
