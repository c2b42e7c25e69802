import type { Build, Repo, Stage } from '@millrace/contract/api';
import type { DetailsMessage, StageDetails } from '@millrace/contract/runner';
import { sampleBuild, sampleRepo, sampleStage } from '@millrace/contract/testing';

function makeRepo(change: Partial<Repo> = {}): Repo {
  const slug = change.slug ?? 'octocat/hello';
  return sampleRepo({
    slug,
    git_http_url: `https://git.example.com/${slug}.git`,
    git_ssh_url: `git@git.example.com:${slug}.git`,
    link: `https://git.example.com/${slug}`,
    counter: 7,
    ...change,
  });
}

function makeBuild(change: Partial<Build> = {}): Build {
  return sampleBuild({
    id: 70,
    number: 7,
    status: 'running',
    link: 'https://git.example.com/octocat/hello/commit/c0ffee',
    timestamp: 1_700_000_000,
    before: 'badc0de0',
    after: 'c0ffee00',
    author_name: 'Ada Lovelace',
    author_avatar: 'https://example.com/ada.png',
    started: 1_700_000_010,
    finished: 0,
    created: 1_700_000_005,
    updated: 0,
    ...change,
  });
}

/** A pending stage. */
export function makeStage(change: Partial<Stage> = {}): Stage {
  return sampleStage({
    id: 700,
    build_id: 70,
    kind: 'pipeline',
    type: 'exec',
    status: 'pending',
    started: 0,
    stopped: 0,
    created: 0,
    updated: 0,
    ...change,
  });
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

/** Encodes details as the server sends them. */
export function toDetailsMessage(details: StageDetails): DetailsMessage {
  const { repo, config, secrets, ...rest } = details;
  return {
    ...rest,
    repository: { ...repo, secret: '' },
    config: { Data: Buffer.from(config).toString('base64'), Hash: null },
    secrets: secrets.map((secret) => ({ ...secret, pull_request: true })),
  };
}
