import { backTestPipelineFile, getBranchFile, planPipelineFile } from '@millrace/contract/api';
import { branchRef } from '@millrace/contract/git-ref';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../../../domain/user.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { addressKey } from '../../../shared/address-key.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Editor, FilePlanner } from './file-planner.ts';

/** Registers the calls that plan and back-test an edited pipeline file. */
export function registerPlanRoutes(
  routes: ApiRoutes,
  { planner, forge }: { planner: FilePlanner; forge: Pick<Forge, 'findCommit' | 'readFile'> },
): void {
  routes.repo(getBranchFile, async ({ repo, query }) => {
    const branch = query.branch || repo.defaultBranch;
    const commit = await forge.findCommit(repo, branchRef(branch));
    if (!commit) throw notFound(`There is no branch ${branch}`);
    const { configPath: path } = repo;
    const text = (await forge.readFile(repo, commit.sha, path)) ?? '';
    return { path, branch, commit: commit.sha, text };
  });

  routes.repo(planPipelineFile, ({ repo, viewer, request, body, closed }) => {
    const { text, facts = {} } = body;
    const edited = { text, branch: facts.branch || repo.defaultBranch };
    return planner.plan(repo, editorOf(viewer, request, closed), edited, facts);
  });

  routes.repo(backTestPipelineFile, ({ repo, viewer, request, body, closed }) => {
    const { text, branch, builds } = body;
    const edited = { text, branch: branch || repo.defaultBranch };
    return planner.backTest(repo, editorOf(viewer, request, closed), edited, builds);
  });
}

/** An access token for one repository gets no files of others that only its account may read. */
function editorOf(viewer: Viewer | null, { ip }: FastifyRequest, gone: AbortSignal): Editor {
  if (!viewer) return { login: '', place: addressKey(ip), gone };
  const isOfOneRepo = (viewer.tokenLimits?.repoId ?? null) !== null;
  return { login: isOfOneRepo ? '' : viewer.login, place: `account ${viewer.id}`, gone };
}
