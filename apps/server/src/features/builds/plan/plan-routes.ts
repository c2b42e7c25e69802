import { backTestPipelineFile, getBranchFile, planPipelineFile } from '@millrace/contract/api';
import { branchRef } from '@millrace/contract/git-ref';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../../domain/user.ts';
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

  routes.repo(planPipelineFile, ({ repo, viewer, request, body }) => {
    const { text, facts = {} } = body;
    const edited = { text, branch: facts.branch || repo.defaultBranch };
    return planner.plan(repo, editorOf(viewer, request), edited, facts);
  });

  routes.repo(backTestPipelineFile, ({ repo, viewer, request, body }) => {
    const { text, branch, builds } = body;
    const edited = { text, branch: branch || repo.defaultBranch };
    return planner.backTest(repo, editorOf(viewer, request), edited, builds);
  });
}

function editorOf(viewer: User | null, { ip }: FastifyRequest): Editor {
  return viewer
    ? { login: viewer.login, place: `account ${viewer.id}` }
    : { login: '', place: addressKey(ip) };
}
