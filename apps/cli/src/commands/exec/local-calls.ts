import { toStageJson, toStepJson } from '@millrace/build-host/builds/build-mapper';
import { cacheScopesOf } from '@millrace/build-host/caches/cache-scope';
import { findAncestors } from '@millrace/build-host/caches/find-ancestors';
import { runTask } from '@millrace/build-host/pipeline-files/pipeline-tasks';
import { toDetailsMessage } from '@millrace/build-host/runner-calls/details-message';
import { readStageReport, readStepReport } from '@millrace/build-host/runner-calls/read-report';
import type { CallOf, RunnerCallHandlers } from '@millrace/build-host/runner-calls/runner-call';
import { listForRunner, type Stage, type Step } from '@millrace/build-rules';
import type { Stage as StageJson, Step as StepJson } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import {
  type ArtifactPage,
  type CacheAnswer,
  type DetailsMessage,
  type FileContent,
  type OwnHandlers,
  RunnerConflict,
  type StageDetails,
} from '@millrace/contract/runner';
import type { StepOutput } from '@millrace/contract/step-outputs';
import { isFinished } from '@millrace/contract/vocabulary';
import type { LocalArtifacts } from './local-artifacts.ts';
import type { LocalBuild } from './local-build.ts';
import type { LocalCaches } from './local-caches.ts';
import type { LogPrinter } from './log-printer.ts';

interface Deps {
  build: LocalBuild;
  printer: LogPrinter;
  /** Properties of the build that all stages share. */
  details: Omit<StageDetails, 'build' | 'stage'>;
  artifacts: LocalArtifacts;
  /** Undefined if the user turned caches off. */
  caches: LocalCaches | undefined;
}

/** Calls of a runner in this process, answered from a build in memory. */
export class LocalCalls implements OwnHandlers<RunnerCallHandlers> {
  private readonly deps: Deps;
  /** Outputs by the ids of their stages. */
  private readonly outputs = new Map<number, StepOutput[]>();

  /** The pipeline file, with all stages that are known now. */
  config: string;

  constructor(deps: Deps) {
    this.deps = deps;
    this.config = deps.details.config;
  }

  outputsOf(stageId: number): readonly StepOutput[] {
    return this.outputs.get(stageId) ?? [];
  }

  async requestStage({ body: filter, signal }: CallOf<'requestStage'>): Promise<StageJson | null> {
    const { build } = this.deps;
    while (!signal.aborted) {
      const [stage] = listForRunner(build.openStages.map(asQueued), filter);
      if (stage) return toStageJson(stage);
      await build.untilChanged(signal);
    }
    return null;
  }

  async acceptStage({ caller, params, query }: CallOf<'acceptStage'>): Promise<StageJson> {
    const { machine } = query;
    const { runner } = caller;
    this.deps.build.send({ kind: 'claimStage', stageId: params.stage, machine, runner });
    return toStageJson(this.requireStage(params.stage));
  }

  async getStageDetails({ params }: CallOf<'getStageDetails'>): Promise<DetailsMessage> {
    const { build, details } = this.deps;
    const stage = toStageJson(this.requireStage(params.stage));
    const json = build.toJson();
    const before = findAncestors(json.stages ?? [], stage.name);
    const own = before.flatMap(({ id }) => this.outputs.get(id) ?? []);
    const outputs = [...(details.outputs ?? []), ...own];
    const { config } = this;
    const matrixOutputs = runTask({ name: 'listMatrixOutputs', input: [config, stage.name] });
    return toDetailsMessage({ ...details, config, outputs, matrixOutputs, build: json, stage });
  }

  async updateStage({ caller, params, body }: CallOf<'updateStage'>): Promise<StageJson> {
    const { build } = this.deps;
    const { stage: id } = params;
    const kind = isFinished(body.status) ? 'finishStage' : 'startStage';
    build.send({ kind, runner: caller.runner, report: readStageReport(id, body) });
    return toStageJson(this.requireStage(id), build.stepsOf(id).map(toStepJson));
  }

  async updateStep({ caller, params, body }: CallOf<'updateStep'>): Promise<StepJson> {
    const report = readStepReport(params.step, body);
    this.deps.build.send({ kind: 'reportStep', runner: caller.runner, report });
    return toStepJson(this.requireStep(params.step));
  }

  async watchBuild({ query, signal }: CallOf<'watchBuild'>): Promise<boolean> {
    const { build } = this.deps;
    const hasEnded = () => build.isFinished || (build.isEnding && query.until !== 'finished');
    while (!signal.aborted && !hasEnded()) await build.untilChanged(signal);
    return hasEnded();
  }

  async appendLogs({ params, body: lines }: CallOf<'appendLogs'>): Promise<void> {
    const step = this.requireStep(params.step);
    const stage = this.requireStage(step.stageId);
    this.deps.printer.print(stage, step, lines);
  }

  async sendFile({ params, query, file }: CallOf<'sendFile'>): Promise<void> {
    const { kind, path, executable } = query;
    this.note(params.step, `A server would store ${path} (${kind}, ${file.size} bytes)`);
    if (kind !== 'artifact' && kind !== 'link') return;
    const { stageId, number: step } = this.requireStep(params.step);
    const { name: stage } = this.requireStage(stageId);
    const about = { isExecutable: executable === 'true', isLink: kind === 'link' };
    await this.deps.artifacts.add({ stage, step, path, ...about }, file);
  }

  async listEarlierArtifacts({
    params,
    query: { stage },
  }: CallOf<'listEarlierArtifacts'>): Promise<ArtifactPage> {
    const { build, artifacts } = this.deps;
    const { name } = this.requireStage(this.requireStep(params.step).stageId);
    const before = findAncestors(build.toJson().stages ?? [], name);
    if (!before.some((each) => each.name === stage)) {
      throw badRequest(`this stage does not depend on "${stage}"`);
    }
    return { artifacts: await artifacts.list(stage), next: null };
  }

  async loadEarlierArtifact({ params }: CallOf<'loadEarlierArtifact'>): Promise<FileContent> {
    return this.deps.artifacts.load(params.artifact);
  }

  async setOutputs({ params, body }: CallOf<'setOutputs'>): Promise<void> {
    const { stageId } = this.requireStep(params.step);
    this.outputs.set(stageId, [...(this.outputs.get(stageId) ?? []), ...body]);
  }

  async findCache({ params, body }: CallOf<'findCache'>): Promise<CacheAnswer> {
    const { build, details } = this.deps;
    const { slug, default_branch: defaultBranch } = details.repo;
    const scopes = cacheScopesOf(build.facts, { slug, defaultBranch });
    const { name: step } = this.requireStep(params.step);
    const onNote = (text: string) => this.note(params.step, text);
    return this.requireCaches().find(body, { scopes, step, onNote });
  }

  async loadCache({ params }: CallOf<'loadCache'>): Promise<FileContent> {
    return this.requireCaches().load(params.lookup);
  }

  async discardCache({ params }: CallOf<'discardCache'>): Promise<void> {
    await this.requireCaches().discard(params.lookup);
  }

  async saveCache({ params, query, file, signal }: CallOf<'saveCache'>): Promise<void> {
    await this.requireCaches().save(params.lookup, { ...file, sha256: query.sha256 }, signal);
  }

  /** Prints a line in the log of a step. */
  private note(stepId: number, text: string): void {
    const step = this.requireStep(stepId);
    const stage = this.requireStage(step.stageId);
    this.deps.printer.print(stage, step, [{ out: `[millrace] ${text}\n` }]);
  }

  private requireCaches(): LocalCaches {
    const { caches } = this.deps;
    if (!caches) throw badRequest('caches are turned off');
    return caches;
  }

  private requireStage(id: number): Stage {
    const stage = this.deps.build.findStage(id);
    if (!stage) throw new RunnerConflict(`There is no stage ${id}`);
    return stage;
  }

  private requireStep(id: number): Step {
    const step = this.deps.build.findStep(id);
    if (!step) throw new RunnerConflict(`There is no step ${id}`);
    return step;
  }
}

/** This machine takes the place of runners with labels. */
function asQueued(stage: Stage) {
  return { ...stage, labels: {}, buildNumber: 1, namespace: '', throttle: 0 };
}
