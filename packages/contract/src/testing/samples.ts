import type { Build, Collaborator, Line, Repo, Stage, Step, User } from '../api/index.ts';
import { nowSec } from './now-sec.ts';

// Complete API objects for tests, of which each field can be overridden.

export const readOnly = { read: true, write: false, admin: false };

/** A push build of 1970 that succeeded after a minute. `recentBuild` returns one of today. */
export function sampleBuild(fields: Partial<Build> = {}): Build {
  return {
    id: 1,
    repo_id: 1,
    trigger: '@hook',
    number: 1,
    status: 'success',
    event: 'push',
    action: '',
    link: 'https://forge.example/octo/hello/commit/7fd1a60b01f91b314f59955a4e4d4e80d8edf11d',
    timestamp: 0,
    message: 'Say hello',
    before: '553c2077f0edc3d5dc5d17262f6aa498e69d6f8e',
    after: '7fd1a60b01f91b314f59955a4e4d4e80d8edf11d',
    ref: 'refs/heads/main',
    source_repo: '',
    source: 'main',
    target: 'main',
    author_login: 'ada',
    author_name: 'Ada',
    author_email: 'ada@example.com',
    author_avatar: '',
    sender: 'ada',
    started: 100,
    finished: 160,
    created: 90,
    updated: 160,
    version: 1,
    ...fields,
  };
}

export function sampleStage(fields: Partial<Stage> = {}): Stage {
  return {
    id: 1,
    repo_id: 1,
    build_id: 1,
    number: 1,
    name: 'default',
    status: 'success',
    errignore: false,
    exit_code: 0,
    os: 'linux',
    arch: 'amd64',
    started: 100,
    stopped: 160,
    created: 90,
    updated: 160,
    version: 1,
    on_success: true,
    on_failure: false,
    steps: [],
    ...fields,
  };
}

export function sampleStep(fields: Partial<Step> = {}): Step {
  return {
    id: 1,
    step_id: 1,
    number: 1,
    name: 'test',
    status: 'success',
    exit_code: 0,
    started: 100,
    stopped: 130,
    version: 1,
    ...fields,
  };
}

/** An active repository whose admin is the viewer. */
export function sampleRepo(fields: Partial<Repo> = {}): Repo {
  const slug = fields.slug ?? 'octo/hello';
  const [namespace = '', name = ''] = slug.split('/');
  return {
    id: 1,
    uid: '1',
    user_id: 1,
    namespace,
    name,
    slug,
    scm: 'git',
    git_http_url: `https://forge.example/${slug}.git`,
    git_ssh_url: `git@forge.example:${slug}.git`,
    link: `https://forge.example/${slug}`,
    default_branch: 'main',
    private: false,
    visibility: 'public',
    active: true,
    config_path: '.drone.yml',
    config_folder: '',
    trusted: false,
    protected: false,
    ignore_forks: false,
    ignore_pull_requests: false,
    auto_cancel_pull_requests: false,
    auto_cancel_pushes: false,
    auto_cancel_running: false,
    timeout: 60,
    counter: 1,
    synced: 0,
    created: 0,
    updated: 0,
    version: 1,
    archived: false,
    permissions: { read: true, write: true, admin: true },
    ...fields,
  };
}

/** A system admin. */
export function sampleUser(fields: Partial<User> = {}): User {
  return {
    id: 1,
    login: 'ada',
    email: 'ada@example.com',
    machine: false,
    admin: true,
    active: true,
    avatar: '',
    syncing: false,
    synced: 0,
    created: nowSec() - 86_400 * 3,
    updated: 0,
    last_login: nowSec() - 3600 * 2,
    ...fields,
  };
}

/** A member with the role `read`. */
export function sampleMember(fields: Partial<Collaborator> = {}): Collaborator {
  return {
    user_id: 2,
    repo_id: '1',
    login: 'brian',
    avatar: '',
    source: 'granted',
    synced: 0,
    created: 0,
    updated: 0,
    ...readOnly,
    ...fields,
  };
}

/** Log lines with these texts, a second apart. */
export function linesOf(texts: readonly string[], from = 0): Line[] {
  return texts.map((text, at) => ({ pos: from + at, out: `${text}\n`, time: from + at }));
}

/** The lines `line 1` to `line {count}`. */
export const numbered = (count: number): Line[] =>
  linesOf(Array.from({ length: count }, (_, at) => `line ${at + 1}`));
