import { ownTypes } from './own-types.ts';
import { artifactTimes, buildEvents } from './vocabulary.ts';

/** A closed list of words. */
export interface Words {
  known: readonly string[];
  /** Words of other systems with what they mean here. */
  others?: Readonly<Record<string, string>>;
}

/** Names of the Go language, in which runners report their platform. */
export const operatingSystems: readonly string[] =
  'linux windows darwin freebsd netbsd openbsd dragonfly solaris illumos aix android ios plan9'.split(
    ' ',
  );
export const architectures: readonly string[] =
  '386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm'.split(
    ' ',
  );

export const eventWords: Words = {
  known: buildEvents,
  others: {
    merge_request: 'pull_request',
    merge_requests: 'pull_request',
    'merge-request': 'pull_request',
    'pull-request': 'pull_request',
    pull: 'pull_request',
    pr: 'pull_request',
    tags: 'tag',
    release: 'tag',
    schedule: 'cron',
    scheduled: 'cron',
    manual: 'custom',
    workflow_dispatch: 'custom',
    web: 'custom',
    deployment: 'promote',
    deploy: 'promote',
    commit: 'push',
  },
};

export const forkWords: Words = {
  known: ['true', 'false'],
  others: { yes: 'true', no: 'false', on: 'true', off: 'false' },
};

export const statusWords: Words = {
  known: ['success', 'failure'],
  others: { failed: 'failure', error: 'failure', passed: 'success', ok: 'success' },
};

export const artifactTimeWords: Words = {
  known: artifactTimes,
  others: { on_success: 'success', on_failure: 'failure', failed: 'failure' },
};

/** A stage does not start after a cancel, so only steps can ask for `killed`. */
export const stepStatusWords: Words = {
  known: [...statusWords.known, 'killed'],
  others: {
    ...statusWords.others,
    cancelled: 'killed',
    canceled: 'killed',
    // Original servers run a step with an unknown status after a success only, so it is no word of its own.
    always: 'success, failure, killed',
  },
};

export const failureWords: Words = { known: ['ignore', 'fast', 'fail', 'always'] };

export const pullWords: Words = { known: ['always', 'if-not-exists', 'never', 'default'] };

export const osWords: Words = {
  known: operatingSystems,
  others: {
    ubuntu: 'linux',
    debian: 'linux',
    alpine: 'linux',
    macos: 'darwin',
    osx: 'darwin',
    mac: 'darwin',
    win: 'windows',
  },
};

export const archWords: Words = {
  known: architectures,
  others: {
    x86_64: 'amd64',
    x64: 'amd64',
    x86: '386',
    i386: '386',
    i686: '386',
    aarch64: 'arm64',
    armv8: 'arm64',
    armv7: 'arm',
    armhf: 'arm',
  },
};

export const typeWords: Words = {
  known: ownTypes,
  others: { container: 'docker', podman: 'docker', k8s: 'kubernetes', shell: 'exec', host: 'exec' },
};

export const kindWords: Words = { known: ['pipeline', 'secret', 'signature', 'template'] };
