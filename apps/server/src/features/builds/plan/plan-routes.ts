import { backTestPipelineFile, planPipelineFile } from '@millrace/contract/api';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../../domain/user.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { addressKey } from '../../../shared/address-key.ts';
import type { Editor, FilePlanner } from './file-planner.ts';

/** Registers the calls that plan and back-test an edited pipeline file. */
export function registerPlanRoutes(routes: ApiRoutes, planner: FilePlanner): void {
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
