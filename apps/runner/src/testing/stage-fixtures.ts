import type { Build, Repo, Stage } from '@millrace/contract/api';
import type { DetailsMessage, StageDetails } from '@millrace/contract/runner';

function makeRepo(change: Partial<Repo> = {}): Repo {
  return {
    id: 1,
    uid: '1',
    user_id: 1,
    namespace: 'octocat',
    name: 'hello',
    slug: 'octocat/hello',
    scm: 'git',
    git_http_url: 'https://git.example.com/octocat/hello.git',
    git_ssh_url: 'git@git.example.com:octocat/hello.git',
    link: 'https://git.example.com/octocat/hello',
    default_branch: 'main',
    private: false,
    visibility: 'public',
    active: true,
    config_path: '.drone.yml',
    trusted: false,
    protected: false,
    ignore_forks: false,
    ignore_pull_requests: false,
    auto_cancel_pull_requests: false,
    auto_cancel_pushes: false,
    auto_cancel_running: false,
    timeout: 60,
    counter: 7,
    synced: 0,
    created: 0,
    updated: 0,
    version: 1,
    archived: false,
    ...change,
  };
}

function makeBuild(change: Partial<Build> = {}): Build {
  return {
    id: 70,
    repo_id: 1,
    trigger: '@hook',
    number: 7,
    status: 'running',
    event: 'push',
    action: '',
    link: 'https://git.example.com/octocat/hello/commit/c0ffee',
    timestamp: 1_700_000_000,
    message: 'Say hello',
    before: 'badc0de0',
    after: 'c0ffee00',
    ref: 'refs/heads/main',
    source_repo: '',
    source: 'main',
    target: 'main',
    author_login: 'ada',
    author_name: 'Ada Lovelace',
    author_email: 'ada@example.com',
    author_avatar: 'https://example.com/ada.png',
    sender: 'ada',
    started: 1_700_000_010,
    finished: 0,
    created: 1_700_000_005,
    updated: 0,
    version: 1,
    ...change,
  };
}

export function makeStage(change: Partial<Stage> = {}): Stage {
  return {
    id: 700,
    repo_id: 1,
    build_id: 70,
    number: 1,
    name: 'default',
    kind: 'pipeline',
    type: 'exec',
    status: 'pending',
    errignore: false,
    exit_code: 0,
    os: 'linux',
    arch: 'amd64',
    started: 0,
    stopped: 0,
    created: 0,
    updated: 0,
    version: 1,
    on_success: true,
    on_failure: false,
    ...change,
  };
}

export interface DetailsChange extends Partial<Omit<StageDetails, 'repo' | 'build' | 'stage'>> {
  repo?: Partial<Repo>;
  build?: Partial<Build>;
  stage?: Partial<Stage>;
}

export function makeDetails({ repo, build, stage, ...rest }: DetailsChange = {}): StageDetails {
  return {
    repo: makeRepo(repo),
    build: makeBuild(build),
    stage: makeStage(stage),
    config: '',
    secrets: [],
    system: {
      proto: 'https',
      host: 'ci.example.com',
      link: 'https://ci.example.com',
      version: '0.1.0',
    },
    netrc: null,
    ...rest,
  };
}

/** The details as the server sends them. */
export function toDetailsMessage(details: StageDetails): DetailsMessage {
  const { repo, config, secrets, ...rest } = details;
  return {
    ...rest,
    repository: { ...repo, secret: '' },
    config: { Data: Buffer.from(config).toString('base64'), Hash: null },
    secrets: secrets.map((secret) => ({ ...secret, pull_request: true })),
  };
}
