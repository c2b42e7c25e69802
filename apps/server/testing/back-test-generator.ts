import type { BackTest, Stage, TestedBuild } from '@millrace/contract/api';
import type { DetailsMessage } from '@millrace/contract/runner';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import { dryRunStage } from '@millrace/runner/dry-run';
import type { BuildRequest } from '../src/builds/build-request.ts';
import type { Repo } from '../src/domain/repo.ts';
import { queuePort } from '../src/features/queue/port.ts';
import { createRandom, type Random } from './bisection-generator.ts';
import { buildsOf } from './builds-of.ts';
import { runnerApiOf } from './fake-work.ts';
import { bearer, pushSampleRepo, type TestServer } from './test-server.ts';

const buildsOfRepo = 25;
const generatedTitle = 'Change';
const events = ['push', 'pull_request', 'tag', 'promote', 'rollback', 'cron', 'custom'] as const;
const branches = ['main', 'develop', 'feature/a', 'release/1.0'];
const targets = ['production', 'staging'];
const crons = ['nightly', 'weekly'];
const actions = ['opened', 'synchronized', 'create', ''];
const paths = ['src/a.ts', 'src/lib/b.ts', 'docs/guide.md', 'README.md', 'Dockerfile'];
const patterns: Record<string, readonly string[]> = {
  event: events,
  branch: [...branches, 'feature/*', 'release/**', '*'],
  target: targets,
  cron: crons,
  action: ['opened', 'synchronized', 'create'],
  ref: ['refs/heads/**', 'refs/tags/v*', 'refs/pull/**', 'refs/heads/main'],
  repo: ['ada/*', 'bob/*', '**'],
  instance: ['127.0.0.1:*', 'other.example.com'],
  paths: ['src/**', 'docs/*', '**/*.md', 'Dockerfile', 'src/*.ts'],
};

/** Result of back-tests with unchanged files. */
export interface GeneratedResult {
  builds: number;
  stages: number;
  steps: number;
  /** Builds that the back-test does not reproduce. */
  different: { file: string; build: TestedBuild }[];
}

/**
 * Creates repositories with random pipeline files, and random builds of them through the code that creates real builds
 * and plans real stages. Then back-tests each file, unchanged.
 */
export async function backTestGenerated(
  server: TestServer,
  { seed, builds }: { seed: number; builds: number },
): Promise<GeneratedResult> {
  const random = createRandom(seed);
  const ada = await server.addUser('ada');
  const result: GeneratedResult = { builds: 0, stages: 0, steps: 0, different: [] };
  while (result.builds < builds) {
    const file = createFile(random);
    const name = `p${result.builds}`;
    const repo = await pushSampleRepo(server, 'ada', name, 'kind: none\n');
    const fileRepo = (await server.core.repos.findById(repo.id)) ?? repo;
    await createBuilds(server, fileRepo, file, random);
    const { stages, steps } = await runStages(server, random);
    result.stages += stages;
    result.steps += steps;
    const { builds: tested } = await backTest(server, ada, name, file);
    // The build of the push has another file.
    const compared = tested.filter(({ title }) => title === generatedTitle);
    result.builds += compared.length;
    for (const build of compared) {
      if (!isReproduced(build)) result.different.push({ file, build });
    }
  }
  return result;
}

export function isReproduced({ changes, incomparable, error, seconds }: TestedBuild): boolean {
  const isEqual = changes.length === 0 && seconds.before === seconds.after;
  return isEqual && incomparable === '' && error === '';
}

async function createBuilds(server: TestServer, repo: Repo, file: string, random: Random) {
  const { buildCreator } = buildsOf(server);
  for (let at = 0; at < buildsOfRepo; ) {
    const request = createRequest(file, random);
    // Many files have no stage for an event.
    at++;
    await buildCreator.createBuild(repo, request);
  }
}

export function createRequest(
  config: string,
  random: Random,
  event: BuildEvent = choose(random, events),
): BuildRequest {
  const branch = choose(random, branches);
  const refs: Partial<Record<BuildRequest['event'], string>> = {
    tag: `refs/tags/v${Math.floor(random() * 9)}`,
    pull_request: `refs/pull/${1 + Math.floor(random() * 9)}/head`,
  };
  const isDeployment = event === 'promote' || event === 'rollback';
  return {
    event,
    action: choose(random, actions),
    trigger: 'ada',
    sender: 'ada',
    ref: refs[event] ?? `refs/heads/${branch}`,
    target: branch,
    source: choose(random, branches),
    before: random() < 0.7 ? `${Math.floor(random() * 1e9) + 1}`.padStart(40, '1') : '',
    params: random() < 0.3 ? { FLAVOR: choose(random, ['a', 'b']) } : {},
    ...(event === 'cron' ? { cron: choose(random, crons) } : {}),
    ...(isDeployment ? { deployTo: choose(random, targets) } : {}),
    config,
    commit: {
      sha: `${Math.floor(random() * 1e9)}`.padStart(40, '2'),
      message: generatedTitle,
      authorLogin: 'ada',
      authorName: 'Ada',
      authorEmail: 'a@example.com',
      authorAvatar: '',
      committedSec: 1,
    },
  };
}

/** Runs all stages like a runner, but without commands. */
async function runStages(server: TestServer, random: Random) {
  const api = runnerApiOf(server);
  let [stages, steps] = [0, 0];
  for (const type of ['exec', 'docker'] as const) {
    for (;;) {
      const { stage } = await server.ask(queuePort).offerStage({ kind: 'pipeline', type });
      if (!stage) break;
      const params = { stage: stage.id };
      const accepted = await api.acceptStage({ params, query: { machine: 'tester' } });
      const details = await api.getStageDetails({ params });
      const planned = planSteps(details, accepted);
      const began = { ...accepted, status: 'running' as const, started: 1, steps: planned };
      const running = await api.updateStage({ params, body: began });
      stages++;
      steps += planned.length;
      const hasFailed = random() < 0.2;
      for (const step of running.steps ?? []) {
        const stopped = 1 + Math.floor(random() * 100);
        const body = { ...step, status: 'success' as const, started: 1, stopped };
        if (random() < 0.2) await api.updateStep({ params: { step: step.id }, body });
      }
      const status = hasFailed ? ('failure' as const) : ('success' as const);
      await api.updateStage({ params, body: { ...running, status, stopped: 100 } });
    }
  }
  return { stages, steps };
}

function planSteps({ repository, config, ...details }: DetailsMessage, stage: Stage) {
  const text = Buffer.from(config.Data, 'base64').toString('utf8');
  return dryRunStage({ ...details, stage, repo: repository, config: text, secrets: [] })
    .filter(({ run }) => run !== 'never')
    .map(({ name, depends_on, detach }, at) => ({
      id: 0,
      step_id: stage.id,
      number: at + 1,
      name,
      status: 'pending' as const,
      exit_code: 0,
      version: 0,
      depends_on,
      detached: detach,
    }));
}

async function backTest(
  server: TestServer,
  user: { token: string },
  name: string,
  text: string,
): Promise<BackTest> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/repos/ada/${name}/pipeline/history`,
    headers: bearer(user),
    body: { text, builds: buildsOfRepo + 1 },
  });
  if (answer.statusCode !== 200) throw new Error(`The back-test failed: ${answer.body}`);
  return answer.json();
}

/** Creates a valid file with one to six pipelines. */
export function createFile(random: Random): string {
  const names = ['build', 'test', 'lint', 'publish', 'deploy', 'notify'];
  const count = 1 + Math.floor(random() * names.length);
  return names
    .slice(0, count)
    .map((name, at) => createPipeline(random, name, names.slice(0, at)))
    .join('---\n');
}

function createPipeline(random: Random, name: string, earlier: readonly string[]): string {
  const isExec = random() < 0.5;
  const hasGraph = random() < 0.4;
  const count = 1 + Math.floor(random() * 5);
  const stepNames = Array.from({ length: count }, (_, at) => `step ${at + 1}`);
  const steps = stepNames.map((step, at) => {
    const dependencies = hasGraph ? some(random, stepNames.slice(0, at), 0.4) : [];
    return {
      name: random() < 0.1 ? `${step} of \${DRONE_BRANCH}` : step,
      ...(isExec ? {} : { image: 'alpine' }),
      commands: ['echo ${DRONE_COMMIT}'],
      ...(dependencies.length > 0 ? { depends_on: dependencies } : {}),
      ...(random() < 0.5 ? { when: createConditions(random, true) } : {}),
      ...(random() < 0.1 ? { failure: 'ignore' } : {}),
      ...(random() < 0.1 ? { detach: true } : {}),
    };
  });
  const known = new Set(steps.map((step) => step.name));
  for (const step of steps) {
    if (!step.depends_on) continue;
    const kept = step.depends_on.filter((other) => known.has(other));
    if (kept.length > 0) step.depends_on = kept;
    else delete step.depends_on;
  }
  return `${JSON.stringify({
    kind: 'pipeline',
    type: isExec ? 'exec' : 'docker',
    name,
    ...(random() < 0.2 ? { clone: { disable: true } } : {}),
    ...(random() < 0.2 ? { matrix: { GO: ['1.21', '1.22'], DB: ['sqlite', 'postgres'] } } : {}),
    ...(random() < 0.5 ? { depends_on: some(random, earlier, 0.4) } : {}),
    ...(random() < 0.5 ? { trigger: createConditions(random, true) } : {}),
    ...(random() < 0.1 ? { cache: { key: 'all', paths: ['cache'] } } : {}),
    ...(!isExec && random() < 0.3
      ? { services: [{ name: 'db', image: 'postgres', when: createConditions(random, false) }] }
      : {}),
    steps,
  })}\n`;
}

function createConditions(random: Random, hasStatus: boolean) {
  const names = some(random, Object.keys(patterns), 0.15);
  const conditions = names.map((name) => {
    const values = some(random, patterns[name] ?? [], 0.5);
    const kind = random();
    if (kind < 0.4) return [name, values];
    if (kind < 0.7) return [name, { exclude: values.slice(0, 1) }];
    return [name, { include: values, exclude: some(random, patterns[name] ?? [], 0.1) }];
  });
  if (hasStatus && random() < 0.2) {
    conditions.push(['status', random() < 0.5 ? ['failure'] : ['success', 'failure']]);
  }
  return Object.fromEntries(conditions);
}

/** Returns changed files for two commits; null if the forge cannot list them. */
export function changedPathsOf(before: string, after: string): string[] | null {
  const random = createRandom(Number(before.slice(-8)) + Number(after.slice(-8)));
  return random() < 0.1 ? null : some(random, paths, 0.3);
}

function choose<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

function some<Value>(random: Random, values: readonly Value[], share: number): Value[] {
  return values.filter(() => random() < share);
}
