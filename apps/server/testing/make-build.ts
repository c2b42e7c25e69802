import type { Build, NewBuild } from '@millrace/build-rules';
import type { Core } from '../src/core.ts';

/** Creates a build that is finished from the start, through `changeBuild`. */
export async function makeBuild(
  { changeBuild, clock }: Pick<Core, 'changeBuild' | 'clock'>,
  repoId: number,
  facts: Partial<NewBuild> = {},
): Promise<Build> {
  const now = clock.nowSec();
  const { target = 'main', created = now } = facts;
  const build: NewBuild = {
    repoId,
    trigger: '@hook',
    sender: 'ada',
    reader: '',
    parent: 0,
    status: 'success',
    error: '',
    event: 'push',
    action: '',
    link: '',
    title: '',
    message: '',
    before: '',
    after: '0'.repeat(40),
    ref: `refs/heads/${target}`,
    sourceRepo: '',
    source: target,
    target,
    authorLogin: 'ada',
    authorName: 'Ada',
    authorEmail: 'ada@example.com',
    authorAvatar: '',
    committed: created,
    params: {},
    warnings: [],
    cron: '',
    deployTo: '',
    delivery: null,
    isDebug: false,
    canceledBy: '',
    ending: '',
    ignoredFailures: 0,
    attempt: 1,
    bisection: 0,
    fileBase: 0,
    isPinned: false,
    expired: [],
    pauseStage: '',
    pauseStep: '',
    started: created,
    finished: created,
    created,
    updated: created,
    ...facts,
  };
  const stored = await changeBuild.create({ build, file: { config: '' }, stages: [] });
  if (!stored) throw new Error('The build was not created');
  return stored;
}
