import type { PlanAudience } from '@millrace/build-host/builds/build-input';
import {
  backTestPipelineFile,
  getBranchFile,
  getCommitPlan,
  planPipelineFile,
} from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import { branchRef } from '@millrace/pipeline/git-ref';
import type { FastifyRequest } from 'fastify';
import type { Core } from '../../../core.ts';
import { readerOf } from '../../../domain/reader.ts';
import type { Viewer } from '../../../domain/user.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import type { Authority, RepoAccess } from '../../../http/authority.ts';
import { addressKey } from '../../../shared/address-key.ts';
import { planCommit } from './commit-planner.ts';
import type { Editor, FilePlanner } from './file-planner.ts';

interface Deps {
  planners: Record<PlanAudience, FilePlanner>;
  forge: Pick<Forge, 'findCommit' | 'readFile'>;
  authority: Pick<Authority, 'findMembership'>;
  builds: Pick<Core['builds'], 'listOfCommit'>;
}

/** Registers the calls that plan and back-test an edited pipeline file. */
export function registerPlanRoutes(routes: ApiRoutes, deps: Deps): void {
  const { planners, forge, authority } = deps;
  const plannerOf = (viewer: Viewer | null) => planners[viewer ? 'account' : 'guest'];
  routes.repo(getBranchFile, async ({ repo, query }) => {
    const branch = query.branch || repo.defaultBranch;
    const commit = await forge.findCommit(repo, branchRef(branch));
    if (!commit) throw missing(`There is no branch ${branch}`);
    const { configPath: path } = repo;
    const text = (await forge.readFile(repo, commit.sha, path)) ?? '';
    return { path, branch, commit: commit.sha, text };
  });

  routes.repo(getCommitPlan, async ({ repo, params, query, ...call }) => {
    const editor = await editorOf(authority, { repo, ...call });
    const asked = { revision: params.commit, branch: query.branch || repo.defaultBranch };
    return planCommit(deps, plannerOf(call.viewer), repo, editor, asked);
  });

  routes.repo(planPipelineFile, async ({ repo, body, ...call }) => {
    const { text, facts = {} } = body;
    const edited = { text, branch: facts.branch || repo.defaultBranch };
    const editor = await editorOf(authority, { repo, ...call });
    return plannerOf(call.viewer).plan(repo, editor, edited, facts);
  });

  routes.repo(backTestPipelineFile, async ({ repo, body, ...call }) => {
    const { text, branch, builds } = body;
    const edited = { text, branch: branch || repo.defaultBranch };
    const editor = await editorOf(authority, { repo, ...call });
    return plannerOf(call.viewer).backTest(repo, editor, edited, builds);
  });
}

interface PlanCall extends RepoAccess {
  viewer: Viewer | null;
  request: FastifyRequest;
  closed: AbortSignal;
}

async function editorOf(
  authority: Pick<Authority, 'findMembership'>,
  { repo, permissions, viewer, request, closed: gone }: PlanCall,
): Promise<Editor> {
  if (!viewer) {
    const callerKey = addressKey(request.ip);
    return { login: '', reader: '', mayUseTemplates: false, callerKey, gone };
  }
  const { id, login, tokenLimits } = viewer;
  const isOfOneRepo = (tokenLimits?.repoId ?? null) !== null;
  const isMember = async () => (await authority.findMembership(viewer, repo.namespace)) !== 'none';
  const mayUseTemplates = permissions.write || (!isOfOneRepo && (await isMember()));
  return { login, reader: readerOf(viewer), mayUseTemplates, callerKey: `account ${id}`, gone };
}
