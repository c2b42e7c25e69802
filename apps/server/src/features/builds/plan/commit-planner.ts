import { refuseEvent } from '@millrace/build-rules';
import { type CommitPlan, maxBuildsOfCommit } from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import { rulesOf } from '../../../builds/build-request.ts';
import type { Core } from '../../../core.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { Editor, FilePlanner } from './file-planner.ts';

interface Deps {
  builds: Pick<Core['builds'], 'listOfCommit'>;
  forge: Pick<Forge, 'findCommit' | 'readFile'>;
}

interface AskedCommit {
  /** Hash, or the name of a tag. */
  revision: string;
  branch: string;
}

/** Returns what a push of a commit starts, from its own pipeline file, and why it starts no build. */
export async function planCommit(
  { builds, forge }: Deps,
  planner: FilePlanner,
  repo: Repo,
  editor: Editor,
  { revision, branch }: AskedCommit,
): Promise<CommitPlan> {
  const commit = await forge.findCommit(repo, revision);
  if (!commit) throw missing(`There is no commit ${revision}`);
  const { sha, message } = commit;
  const { configPath: path } = repo;
  const text = await forge.readFile(repo, sha, path);
  const facts = { event: 'push', isHook: true, isFork: false, title: '', message } as const;
  const shared = {
    commit: sha,
    title: message.split('\n', 1)[0] ?? '',
    path,
    has_file: text !== null,
    builds: await builds.listOfCommit(repo.id, sha, maxBuildsOfCommit),
    refusal: repo.active ? refuseEvent(rulesOf(repo), facts) : 'the repository is inactive',
  };
  if (text === null) return { ...shared, problems: [], push: null };
  const plan = await planner.plan(repo, editor, { text, branch, revision: sha }, {});
  return {
    ...shared,
    problems: plan.problems,
    push: plan.builds.find(({ event }) => event === 'push') ?? null,
  };
}
