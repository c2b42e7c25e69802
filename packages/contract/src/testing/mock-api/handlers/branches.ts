import {
  deleteBranch,
  deleteDeployment,
  getEnvironment,
  listBranches,
  listDeployments,
  listNewCommits,
} from '../../../api/index.ts';
import { slugOf } from './change-state.ts';
import { on } from './on.ts';

/** Latest builds of branches and of deployment targets. */
export const branchHandlers = [
  on(listBranches, ({ state, params, query }) => {
    const branches = state.branches[slugOf(params)] ?? [];
    const found = branches.filter(({ target }) => target.includes(query.q ?? ''));
    return query.per_page ? found.slice(0, Number(query.per_page)) : found;
  }),
  on(deleteBranch, ({ state, params }) => {
    const branches = state.branches[slugOf(params)] ?? [];
    state.branches[slugOf(params)] = branches.filter(({ target }) => target !== params['*']);
  }),
  on(listDeployments, ({ state, params }) => state.deployments[slugOf(params)] ?? []),
  on(getEnvironment, ({ state }) => state.environment),
  on(listNewCommits, ({ state, params, query }) => ({
    commits: state.newCommits[`${query.since}..${params.build}`] ?? [],
    has_all_commits: true,
  })),
  on(deleteDeployment, ({ state, params }) => {
    const deployments = state.deployments[slugOf(params)] ?? [];
    state.deployments[slugOf(params)] = deployments.filter(
      (each) => each.deploy_to !== params['*'],
    );
  }),
];
