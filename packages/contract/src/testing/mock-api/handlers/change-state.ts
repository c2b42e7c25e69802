import type { Build, Repo, User } from '../../../api/index.ts';
import { errorMessages } from '../../../errors.ts';
import { recentBuild } from '../../recent-samples.ts';
import type { MockState } from '../mock-state.ts';
import { notFound, Refusal } from '../refusal.ts';

interface RepoParams {
  namespace: string;
  name: string;
}

export const slugOf = ({ namespace, name }: RepoParams): string => `${namespace}/${name}`;

export function findRepo(state: MockState, params: RepoParams): Repo {
  const repo = state.repos.find(({ slug }) => slug === slugOf(params));
  if (!repo) throw notFound();
  return repo;
}

export function changeRepo(state: MockState, params: RepoParams, changes: Partial<Repo>): Repo {
  const old = findRepo(state, params);
  const repo = { ...old, ...changes, version: old.version + 1 };
  state.repos = state.repos.map((other) => (other === old ? repo : other));
  return repo;
}

/** Adds a build with the next number of the repository. */
export function addBuild(state: MockState, slug: string, fields: Partial<Build>): Build {
  const number = (state.builds[slug]?.[0]?.number ?? 0) + 1;
  const build = recentBuild({ id: number, number, ...fields });
  state.builds[slug] = [build, ...(state.builds[slug] ?? [])];
  return { stages: [], ...build };
}

/** Returns the account of the viewer; rejects guests. */
export function signedIn(state: MockState): User {
  if (!state.user) throw new Refusal(401, errorMessages.unauthorized);
  return state.user;
}
