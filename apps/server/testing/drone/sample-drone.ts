import type { DroneRow, DroneWriter } from './drone-schema.ts';
import { encryptAsDrone } from './drone-values.ts';

/** Time of the first build. */
const startSec = 1_700_000_000;
const statuses = ['success', 'failure', 'killed', 'error', 'skipped', 'declined'];
const events = ['push', 'pull_request', 'tag', 'promote', 'rollback', 'cron', 'custom'];
export const repoCount = 4;

/** A build of Drone with its rows of all tables. */
export interface SampleBuild {
  build: DroneRow;
  stages: { stage: DroneRow; steps: { step: DroneRow; lines: object[]; card: string }[] }[];
}

export const tokenOf = (login: string) => `${login}-token-of-drone-0123456789`;
export const slugOf = (repo: number) => `org/app-${repo}`;
export const signerOf = (repo: number) => `signer-of-${repo}`.padEnd(32, 's');
export const keyOf = (repo: number) => `secret-of-${repo}`.padEnd(32, 'k');

/** Returns a build by its index, from 0. Each call returns the same. */
export function sampleBuild(index: number): SampleBuild {
  const id = index + 1;
  const repo = 1 + (index % repoCount);
  const number = 1 + Math.floor(index / repoCount);
  const pick = <Value>(list: readonly Value[], salt = 0) =>
    list[(index * 5 + salt) % list.length] as Value;
  const event = pick(events);
  const created = startSec + index * 60;
  const status = pick(statuses, index * 2);
  const build = {
    build_id: id,
    build_repo_id: repo,
    build_trigger: event === 'cron' ? '@cron' : '@hook',
    build_number: number,
    build_parent: number > 5 && index % 9 === 0 ? number - 1 : 0,
    build_status: status,
    build_error: status === 'error' ? `Cannot read build ${id} – ünïcode` : '',
    build_event: event,
    build_action: event === 'pull_request' ? 'opened' : '',
    build_link: `https://git.example.com/${slugOf(repo)}/commit/${id}`,
    build_timestamp: created - 5,
    build_title: index % 3 === 0 ? `Title ${id}` : '',
    build_message: `Change ${id}: größer 更大\nwith a second line`,
    build_before: String(index).padStart(40, '0'),
    build_after: String(id).padStart(40, 'a'),
    build_ref:
      event === 'pull_request'
        ? `refs/pull/${number}/head`
        : event === 'tag'
          ? `refs/tags/v${number}`
          : `refs/heads/branch-${index % 5}`,
    build_source_repo: event === 'pull_request' ? 'bob/fork' : '',
    build_source: `branch-${index % 5}`,
    build_target: `branch-${index % 5}`,
    build_author: 'octo',
    build_author_name: 'Octo Cat',
    build_author_email: 'octo@example.com',
    build_author_avatar: 'https://git.example.com/octo.png',
    build_sender: 'octo',
    build_deploy: event === 'promote' || event === 'rollback' ? `target-${index % 3}` : '',
    build_params: index % 4 === 0 ? JSON.stringify({ level: String(id) }) : 'null',
    build_cron: event === 'cron' ? 'nightly' : '',
    build_debug: index % 11 === 0,
    build_started: created + 1,
    build_finished: created + 50,
    build_created: created,
    build_updated: created + 50,
    build_version: 3,
  };
  return { build, stages: [1, 2].slice(0, 1 + (index % 2)).map((n) => sampleStage(index, n)) };
}

function sampleStage(index: number, number: number): SampleBuild['stages'][number] {
  const { build_repo_id, build_created } = {
    build_repo_id: 1 + (index % repoCount),
    build_created: startSec + index * 60,
  };
  const id = index * 2 + number;
  return {
    stage: {
      stage_id: id,
      stage_repo_id: build_repo_id,
      stage_build_id: index + 1,
      stage_number: number,
      stage_kind: 'pipeline',
      stage_type: 'docker',
      stage_name: `stage-${number}`,
      stage_status: index % 2 ? 'success' : 'failure',
      stage_exit_code: index % 2 ? 0 : 1,
      stage_machine: 'runner-1',
      stage_os: 'linux',
      stage_arch: 'amd64',
      stage_limit: index % 3,
      stage_started: build_created + 2,
      stage_stopped: build_created + 40,
      stage_created: build_created,
      stage_updated: build_created + 40,
      stage_version: 4,
      stage_on_success: true,
      stage_on_failure: index % 5 === 0,
      stage_depends_on: number > 1 ? '["stage-1"]' : 'null',
      stage_labels: index % 6 === 0 ? '{"gpu":"yes"}' : 'null',
    },
    steps: [1, 2].map((step) => ({
      step: {
        step_id: id * 2 + step,
        step_stage_id: id,
        step_number: step,
        step_name: step === 1 ? 'clone' : 'build',
        step_status: index % 2 ? 'success' : 'failure',
        step_error: '',
        step_errignore: step === 2 && index % 7 === 0,
        step_exit_code: index % 2 ? 0 : 1,
        step_started: build_created + 2 + step,
        step_stopped: build_created + 10 + step,
        step_version: 2,
        step_depends_on: step === 2 ? '["clone"]' : '',
        step_image: step === 2 ? 'golang:1.22' : 'drone/git:latest',
        step_detached: false,
        step_schema: step === 2 && index % 8 === 0 ? 'https://cards.example.com/coverage.json' : '',
      },
      lines: Array.from({ length: 1 + (index % 6) * step }, (_, pos) => ({
        pos,
        out: `line ${pos} of build ${index + 1}: \u001b[32mdone\u001b[0m ünïcode\n`,
        time: Math.floor(pos / 3),
      })),
      card: step === 2 && index % 8 === 0 ? JSON.stringify({ coverage: index }) : '',
    })),
  };
}

interface Options {
  builds: number;
  /** Value of `DRONE_DATABASE_SECRET`. */
  key?: string;
  /** Whether some values are plain although there is a key. */
  isMixed?: boolean;
}

/** Writes accounts, repositories and builds, as a Drone server leaves them. */
export async function writeSampleDrone(
  writer: DroneWriter,
  { builds, key, isMixed = false }: Options,
): Promise<void> {
  const encrypted = (text: string, isPlain = false) =>
    key && !(isMixed && isPlain) ? encryptAsDrone(key, text) : Buffer.from(text);
  await writer.insert('users', [
    user(1, 'boss', encrypted('access-boss'), { user_admin: true }),
    user(2, 'octo', encrypted('access-octo', true), {}),
    user(3, 'robot', Buffer.alloc(0), { user_machine: true }),
    user(4, 'gone', encrypted('access-gone'), { user_active: false }),
  ]);
  const repos = Array.from({ length: repoCount }, (_, at) => repo(at + 1, builds));
  await writer.insert('repos', [
    ...repos,
    {
      ...repo(repoCount + 1, 0),
      repo_active: false,
      repo_user_id: 0,
      repo_signer: '',
      repo_secret: '',
    },
  ]);
  await writer.insert(
    'perms',
    [...repos, { repo_uid: String(101 + repoCount) }].flatMap(({ repo_uid }) => [
      {
        perm_user_id: 1,
        perm_repo_uid: repo_uid,
        perm_read: true,
        perm_write: true,
        perm_admin: true,
      },
      { perm_user_id: 2, perm_repo_uid: repo_uid, perm_read: true, perm_write: true },
      { perm_user_id: 3, perm_repo_uid: repo_uid, perm_read: true },
    ]),
  );
  await writer.insert('secrets', [
    {
      secret_id: 1,
      secret_repo_id: 1,
      secret_name: 'password',
      secret_data: encrypted('hush ünïcode'),
    },
    {
      secret_id: 2,
      secret_repo_id: 1,
      secret_name: 'token',
      secret_data: encrypted('t0ken', true),
      secret_pull_request: true,
    },
  ]);
  await writer.insert('orgsecrets', [
    {
      secret_id: 1,
      secret_namespace: 'org',
      secret_name: 'shared',
      secret_data: encrypted('everywhere'),
    },
  ]);
  await writer.insert('templates', [
    {
      template_id: 1,
      template_name: 'go.yaml',
      template_namespace: 'org',
      template_data: Buffer.from('kind: pipeline\nname: go\n'),
      template_created: startSec,
    },
  ]);
  await writer.insert('cron', [
    {
      cron_id: 1,
      cron_repo_id: 1,
      cron_name: 'nightly',
      cron_expr: '0 0 4 * * *',
      cron_branch: 'main',
      cron_next: 5,
      cron_prev: 4,
      cron_version: 1,
    },
    {
      cron_id: 2,
      cron_repo_id: 2,
      cron_name: 'broken',
      cron_expr: 'at noon',
      cron_branch: 'main',
      cron_version: 1,
    },
  ]);
  const atOnce = 500;
  for (let at = 0; at < builds; at += atOnce) {
    const size = Math.min(atOnce, builds - at);
    await writeBuilds(
      writer,
      Array.from({ length: size }, (_, index) => sampleBuild(at + index)),
    );
  }
}

/** Writes builds with their stages, steps, logs and cards. */
export async function writeBuilds(
  writer: DroneWriter,
  builds: readonly SampleBuild[],
): Promise<void> {
  const stages = builds.flatMap((each) => each.stages);
  const steps = stages.flatMap((each) => each.steps);
  await writer.insert(
    'builds',
    builds.map(({ build }) => build),
  );
  await writer.insert(
    'stages',
    stages.map(({ stage }) => stage),
  );
  await writer.insert(
    'steps',
    steps.map(({ step }) => step),
  );
  await writer.insert(
    'logs',
    steps.map(({ step, lines }) => ({
      log_id: step.step_id ?? 0,
      log_data: Buffer.from(JSON.stringify(lines)),
    })),
  );
  await writer.insert(
    'cards',
    steps.flatMap(({ step, card }) =>
      card ? [{ card_id: step.step_id ?? 0, card_data: Buffer.from(card) }] : [],
    ),
  );
}

function user(id: number, login: string, token: Uint8Array, more: DroneRow): DroneRow {
  return {
    user_id: id,
    user_login: login,
    user_email: `${login}@example.com`,
    user_active: true,
    user_avatar: `https://git.example.com/${login}.png`,
    user_created: startSec - id,
    user_last_login: startSec,
    user_oauth_token: token,
    user_hash: tokenOf(login),
    ...more,
  };
}

function repo(id: number, builds: number): DroneRow {
  return {
    repo_id: id,
    repo_uid: String(100 + id),
    repo_user_id: 2,
    repo_namespace: 'org',
    repo_name: `app-${id}`,
    repo_slug: slugOf(id),
    repo_active: true,
    repo_private: id !== 2,
    repo_visibility: ['private', 'public', 'internal'][(id + 2) % 3] ?? 'private',
    repo_branch: 'main',
    // The counter is beyond the newest build, because builds were deleted.
    repo_counter: Math.ceil(builds / repoCount) + 3,
    repo_config: id === 3 ? 'ci/drone.yml' : '.drone.yml',
    repo_timeout: 30 * id,
    repo_trusted: id === 1,
    repo_protected: id === 4,
    repo_no_forks: id === 2,
    repo_cancel_push: id === 3,
    repo_throttle: id,
    repo_created: startSec - 100,
    repo_version: 2,
    repo_signer: signerOf(id),
    repo_secret: keyOf(id),
  };
}
