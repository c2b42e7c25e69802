import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planPipelines, readDryRunFile } from '@millrace/build-host/dry-run/plan-pipelines';
import { planBuild } from '@millrace/cli/commands/plan/plan-build';
import { readBuildFacts } from '@millrace/cli/commands/plan/read-build-facts';
import { StartError } from '@millrace/node-kit/start-error';
import { namePipelineFile } from '@millrace/pipeline';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFile, createRequest } from '../testing/back-test-generator.ts';
import { createRandom, type Random } from '../testing/bisection-generator.ts';
import { buildsOf } from '../testing/builds-of.ts';
import { fileHandlersOf } from '../testing/file-handlers-of.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../testing/test-server.ts';
import type { BuildRequest } from './builds/build-request.ts';
import type { Repo } from './domain/repo.ts';
import { planFile } from './dry-run/plan-file.ts';
import { draftBuild } from './features/builds/start/draft-build.ts';
import { toRepoJson } from './repositories/repo-mapper.ts';
import { describeServer } from './shared/describe-server.ts';

const realFiles = process.env.MILLRACE_TEST_PIPELINES;
const isDeep = Boolean(process.env.MILLRACE_TEST_DEEP);
const timeout = isDeep ? 5_400_000 : 900_000;
const seed = Number(process.env.MILLRACE_TEST_SEED) || 1;

let server: TestServer;
let pushed: Repo;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  const { id } = await pushSampleRepo(server, 'ada', 'app', 'kind: none\n');
  const repo = await server.core.repos.findById(id);
  if (!repo) throw new Error('Unexpected: the repository was pushed');
  pushed = repo;
});
afterAll(() => server.stop());

interface Outcome {
  error: string;
  /** Stages of the build, with their dependencies. */
  stages: string[];
}

/** Creates a build like an event does. A build that the server skips has neither error nor stages. */
async function createBuild(repo: Repo, request: BuildRequest): Promise<Outcome> {
  const build = await buildsOf(server).buildCreator.createBuild(repo, request);
  const stages = build ? await server.core.stages.list(build.id) : [];
  return {
    error: build?.error ?? '',
    stages: stages.map(({ name, dependsOn }) => describe(name, dependsOn)),
  };
}

function describe(name: string, dependsOn: readonly string[]): string {
  return `${name} < ${dependsOn.join()}`;
}

/** The plan of an editor. */
function planLikeEditor(repo: Repo, request: BuildRequest, text: string) {
  const input = {
    repo: toRepoJson(repo, server.core.forge),
    build: draftBuild(server.core, repo, request),
    system: describeServer(server.core.publicUrl()),
  };
  const { builds } = planFile({
    ...input,
    source: text,
    isYaml: true,
    texts: [text],
    builds: [{ build: input.build, text: 0, error: '' }],
  });
  const { pipelines } = planPipelines(readDryRunFile(text), input);
  return {
    error: builds[0]?.error ?? '',
    runs: builds[0]?.pipelines.filter(({ runs }) => runs).map(({ name }) => name) ?? [],
    names: pipelines.flatMap(({ stage }) => stage?.name ?? []),
    stages: pipelines.flatMap(({ stage }) => (stage ? describe(stage.name, stage.dependsOn) : [])),
    /** Pipelines that the runner would refuse. */
    refused: pipelines.flatMap(({ stage, whyNot }) => (stage && whyNot !== null ? stage.name : [])),
  };
}

/** The names of the pipelines that `millrace plan` says to run, or the error. */
function planLikeCommand(repo: Repo, request: BuildRequest, text: string): string[] | string {
  const { event, action, target, source, ref, before, deployTo, cron, params } = request;
  const facts = readBuildFacts(
    JSON.stringify({
      event,
      action,
      branch: target,
      source,
      ref,
      before,
      target: deployTo,
      cron,
      params,
      repo: repo.slug,
      trusted: repo.trusted,
    }),
  );
  try {
    return planBuild(repo.configPath, text, facts).flatMap(({ name, runs }) => (runs ? name : []));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // The command prints each error with the name of the file, on a line of its own.
    const [first = '', ...others] = error.message.split('\n');
    return [first, ...others.map((line) => line.replace(`${repo.configPath}: `, ''))].join('; ');
  }
}

/** Compares all answers about a file for an event, in a trusted and in another repository. */
async function compare(text: string, request: BuildRequest): Promise<void> {
  for (const trusted of [true, false]) {
    const repo = { ...pushed, trusted };
    const built = await createBuild(repo, { ...request, config: text });
    const planned = planLikeEditor(repo, request, text);
    // Only a server knows its sources of secrets. Plans of an editor ask it too.
    const { event, deployTo: target = '', sender: person } = request;
    const facts = { event, target, person };
    const problem = await fileHandlersOf(server).findProblem(repo, text, planned.names, facts);
    if (problem && built.error.endsWith(problem)) continue;
    const context = { text, event: request.event, trusted };
    const error = planned.error && namePipelineFile(repo.configPath, text, planned.error);
    const stages = planned.error ? [] : planned.stages;
    expect({ ...context, error, stages }).toEqual({ ...context, ...built });
    const runs = planned.error
      ? []
      : planned.names.filter((name) => !planned.refused.includes(name));
    expect({ ...context, runs: planned.runs }).toEqual({ ...context, runs });
    // A condition on the host of the server has another result on this machine.
    if (text.includes('instance')) continue;
    const command = planLikeCommand(repo, request, text);
    // Without trust, the command lists the pipelines, each with the reason; none runs.
    const expected = typeof command === 'string' ? built.error : runs;
    expect({ ...context, command }).toEqual({ ...context, command: expected });
  }
}

const faults: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace('"name":"step 1"', '"name":"clone"'),
  (text) => text.replace('"name":"step 2"', '"name":"step 1"'),
  (text) => text.replace('"depends_on":["step 1"', '"depends_on":["step 11"'),
  (text) => text.replace('"depends_on":["build"', '"depends_on":["built"'),
  (text) => text.replace('"name":"test"', '"name":"build"'),
  (text) => text.replace('"name":"step 1"', '"name":"step 1","privileged":true'),
  (text) => text.replace('"name":"step 1"', '"name":"step 1","network_mode":"host"'),
  (text) =>
    text.replace('"name":"build"', '"name":"build","volumes":[{"name":"a","host":{"path":"/a"}}]'),
  (text) =>
    text.replace('"image":"alpine"', '"image":"plugins/docker","settings":{"daemon_args":"x"}'),
  (text) => text.replace(/"steps":\[.*\]/, '"steps":[]'),
  (text) => text.replace('"name":"build"', '"name":"build","matrix":{"A":{}}'),
  (text) => text.replace('"commands"', '"settings":{"a":{"from_secret":[]}},"commands"'),
  (text) => `${text}---\n{`,
  () => 'kind: secret\nname: a\ndata: b\n',
  () => '',
  () => 'pipeline: { test: { image: a, commands: [b] } }\nmatrix: { V: [1, 2] }\n',
];

const events = ['push', 'pull_request', 'tag', 'promote', 'rollback', 'cron', 'custom'] as const;

async function compareAll(text: string, random: Random): Promise<void> {
  for (const event of events)
    await compare(text, { ...createRequest(text, random, event), before: '' });
}

const files = isDeep ? 1000 : faults.length;

it(`plans ${files} generated files like the server, for every event`, { timeout }, async () => {
  const random = createRandom(seed);
  for (let at = 0; at < files; at++) {
    const fault = faults[at % faults.length] ?? String;
    await compareAll(fault(createFile(random)), random);
  }
});

it('plans real files like the server, for every event', {
  ...skipIf(realFiles ? undefined : 'MILLRACE_TEST_PIPELINES is not set'),
  timeout,
}, async () => {
  const random = createRandom(seed);
  const names = readdirSync(realFiles ?? '').filter((name) => /\.ya?ml$/.test(name));
  for (const name of names)
    await compareAll(readFileSync(join(realFiles ?? '', name), 'utf8'), random);
});
