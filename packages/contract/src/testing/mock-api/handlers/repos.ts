import {
  activateRepo,
  chownRepo,
  disableRepo,
  getOrganizationHealth,
  getRepo,
  getStarterPipelines,
  listFirstPipelines,
  type Repo,
  repairRepo,
  updateRepo,
} from '../../../api/index.ts';
import { changeRepo, findRepo, signedIn } from './change-state.ts';
import { on } from './on.ts';

/** Repositories and the pipeline files suggested for them. */
export const repoHandlers = [
  on(getRepo, ({ state, params }) => findRepo(state, params)),
  on(updateRepo, ({ state, params, body }) => changeRepo(state, params, body as Partial<Repo>)),
  on(activateRepo, ({ state, params }) => changeRepo(state, params, { active: true })),
  on(repairRepo, ({ state, params }) => changeRepo(state, params, {})),
  on(disableRepo, ({ state, params, query }) => {
    const repo = changeRepo(state, params, { active: false });
    if (query.remove === 'true') state.repos = state.repos.filter(({ slug }) => slug !== repo.slug);
    return repo;
  }),
  on(chownRepo, ({ state, params }) => changeRepo(state, params, { user_id: signedIn(state).id })),
  on(getOrganizationHealth, ({ state }) => state.organization),
  on(getStarterPipelines, ({ state }) => state.starters),
  on(listFirstPipelines, ({ state }) => state.starters.pipelines),
];
