import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Replay, Stage } from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { StageSecret } from '@millrace/contract/runner';
import type { StepOutput } from '@millrace/contract/step-outputs';
import { isFinished } from '@millrace/contract/vocabulary';
import { StartError } from '@millrace/node-kit/start-error';
import { judgeFile, type PlannedStage, parsePipelineFile } from '@millrace/pipeline';
import { remoteSlug } from '../../command-line/read-slug.ts';
import { describeDifferences } from './describe-differences.ts';
import { type EarlierFiles, fetchEarlierFiles } from './earlier-files.ts';
import type { ExecOptions } from './exec-options.ts';
import { fetchArtifact, fetchCache, fetchReplay, listStageArtifacts } from './fetch-replay.ts';
import { findFailedStep } from './find-failed-step.ts';
import { readSecretFile } from './read-secret-file.ts';
import { conditionsOf, toNewBuild } from './replayed-build.ts';
import { runLocally } from './run-locally.ts';
import { findNeededSteps, findStepAlone } from './select-steps.ts';
import { findMissingSecrets, withAliases } from './stage-secrets.ts';
import { takeCommit } from './take-commit.ts';
import { readWorkingTree } from './working-tree.ts';

type Note = (line: string) => void;

/** Runs a step of a build of a server on this machine, after the steps that it needs. */
export async function replayBuild(
  number: number,
  options: ExecOptions,
  note: Note,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-replay-'));
  try {
    return await replayIn(folder, number, options, note);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function replayIn(
  folder: string,
  number: number,
  options: ExecOptions,
  note: Note,
): Promise<number> {
  const tree = await readWorkingTree(process.cwd());
  const slug = options.repo ?? remoteSlug(tree);
  if (slug === undefined) throw new StartError('Name the repository: --repo NAMESPACE/NAME.');
  const buildAddress = { server: options.server, slug, build: number };
  const replay = await fetchReplay(buildAddress);
  const { build, config, repository, system } = replay;
  const { stage, step } = findFailedStep(build, options);
  const parsed = parsePipelineFile(config);
  const stages = planStages(replay, parsed);
  const planned = stages.find((candidate) => candidate.number === stage.number);
  if (!planned) throw new StartError(`The file of build ${number} has no stage ${stage.name}.`);
  const selected = { ...planned, status: 'pending' as const };
  const given = options.secretFile === undefined ? [] : await readSecretFile(options.secretFile);
  const secrets = withAliases(given, parsed.secrets);
  const earlier = step
    ? await fetchEarlierFiles(buildAddress, { stage: stage.number, step: step.number }, folder)
    : 'no step of the stage failed';
  const stored = typeof earlier === 'string' ? undefined : earlier;
  const outputs = readOutputs(outputsOf(replay, stage, stored), secrets);
  const missingSecrets = [...findMissingSecrets(config, [stage.name], secrets), ...outputs.missing];
  return runLocally({
    tree,
    build: toNewBuild(build),
    stages: stages.map((each) => (each === planned ? selected : each)),
    selected: [selected],
    facts: factsOf(replay),
    statusOf: (other) => statusFor(stage, replay, other),
    details: {
      repo: {
        ...repository,
        timeout: options.timeoutMinutes ?? repository.timeout,
        trusted: repository.trusted || options.facts.trusted === true,
      },
      config,
      secrets,
      ...(replay.changed_paths ? { changedPaths: replay.changed_paths } : {}),
      outputs: outputs.known,
      system,
      netrc: null,
    },
    takeSources: async (folder) => ({
      ...(await takeCommit(tree, replay, folder)),
      ...(stored ? { earlier: stored.sources } : {}),
    }),
    selectSteps:
      step && ((pipeline) => (stored ? findStepAlone : findNeededSteps)(pipeline, step.name)),
    images: findImages(stage),
    isJson: options.isJson,
    hasCaches: options.hasCaches,
    opensShell: options.opensShell,
    cachesOfBuild: {
      lookups: replay.lookups.filter((lookup) => lookup.stage === stage.name),
      fetch: (id) => fetchCache(buildAddress, id),
    },
    artifactsOfBuild: {
      list: async (name) => {
        if (replay.deleted_artifacts?.includes(name)) throw missing('artifacts were deleted');
        const numbers = build.stages?.filter((each) => each.name === name);
        return listStageArtifacts(buildAddress, numbers?.map((each) => each.number) ?? []);
      },
      fetch: (artifact) => fetchArtifact(buildAddress, artifact),
    },
    note,
    describeDifferences: (engine) =>
      describeDifferences({ replay, stage, step, missingSecrets, earlier }, engine),
    afterwards: (finished) => {
      const here = finished.stages
        ?.find((each) => each.number === stage.number)
        ?.steps?.find((each) => each.number === step?.number);
      return here && step ? compareResults(here.exit_code, step.exit_code) : undefined;
    },
  });
}

type ShownOutput = EarlierFiles['description']['outputs'][number];

/** Lists the outputs of earlier stages, and those of the steps that do not run. */
function outputsOf(
  { outputs }: Replay,
  { name: stage }: Stage,
  stored: EarlierFiles | undefined,
): ShownOutput[] {
  const all = [
    ...outputs.filter((output) => output.stage === stage),
    ...(stored?.description.outputs ?? []),
  ];
  return [...new Map(all.map((output) => [output.name, output])).values()];
}

/** Reads outputs. Masked values come from the secrets of the user. */
function readOutputs(outputs: readonly ShownOutput[], secrets: readonly StageSecret[]) {
  const known: StepOutput[] = [];
  const missing: string[] = [];
  for (const { name, data: shown } of outputs) {
    const data = shown ?? secrets.find((secret) => secret.name === name)?.data;
    if (data === undefined) missing.push(name);
    else known.push({ name, data, isMasked: shown === null });
  }
  return { known, missing };
}

/** Returns the images that the steps ran, by digests. Another machine cannot have an image without one. */
function findImages({ steps = [] }: Stage): Map<string, string> {
  const digests = steps.flatMap(({ name, image_digest: digest }): [string, string][] =>
    digest?.includes('@') ? [[name, digest]] : [],
  );
  return new Map(digests);
}

function factsOf({ build, changed_paths: paths, repository: { slug }, system: { host } }: Replay) {
  return conditionsOf(build, { slug, host, paths });
}

/** Plans the stages with the numbers that they have in the build: those of a matrix of outputs are not in file order. */
function planStages(replay: Replay, parsed: ReturnType<typeof parsePipelineFile>): PlannedStage[] {
  const { build } = replay;
  const { errors, stages } = judgeFile(parsed, factsOf(replay));
  if (errors.length > 0) throw new StartError(`Build ${build.number}: ${errors.join('; ')}`);
  const ofBuild = Map.groupBy(build.stages ?? [], ({ name }) => name);
  return stages.map((stage) => {
    const [first, ...others] = ofBuild.get(stage.name) ?? [];
    return first && others.length === 0 ? { ...stage, number: first.number } : stage;
  });
}

/** Returns the status of another stage when the replayed one started; a stage that ran at the time counts as skipped. */
function statusFor(replayed: Stage, { build }: Replay, { number }: PlannedStage) {
  const other = build.stages?.find((stage) => stage.number === number);
  const hadFinished = other && isFinished(other.status) && other.stopped <= replayed.started;
  return hadFinished ? other.status : 'skipped';
}

function compareResults(here: number, there: number): string {
  return here === there
    ? `The step ended with exit code ${here}, as in the build.`
    : `The step ended with exit code ${here}, in the build with ${there}.`;
}
