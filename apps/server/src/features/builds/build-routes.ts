import {
  type Build,
  buildPageSize,
  cancelBuild,
  createBuild,
  getBuild,
  getLatestBuild,
  listBuilds,
  promoteBuild,
  purgeBuilds,
  restartBuild,
  rollbackBuild,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import type { BuildRow } from '../../db/tables.ts';
import { type ApiRoutes, requirePerson } from '../../http/api-routes.ts';
import { readPage } from '../../http/page.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import type { BuildControl } from './build-control.ts';
import type { BuildReadModel } from './build-read-model.ts';
import type { BuildService } from './build-service.ts';
import type { BuildStore } from './build-store.ts';

interface Parts {
  builds: BuildStore;
  buildService: BuildService;
  buildControl: BuildControl;
  readModel: BuildReadModel;
}

export function registerBuildRoutes(routes: ApiRoutes, parts: Parts): void {
  const { buildService, buildControl, readModel } = parts;
  const read = async (row: BuildRow): Promise<Build> => {
    const build = await readModel.findById(row.id);
    if (!build) throw notFound();
    return build;
  };
  const readOrNull = (row: BuildRow | null) => (row ? read(row) : null);

  routes.repo(listBuilds, ({ repo, query }) => {
    const page = readPage(query, buildPageSize);
    return readModel.list(repo.id, { branch: query.branch, tag: query.tag, ...page });
  });

  routes.repo(getLatestBuild, async ({ repo, query }) => {
    const ref = query.ref ?? `refs/heads/${query.branch ?? repo.default_branch}`;
    const build = await readModel.findLatestOfRef(repo.id, ref);
    if (!build) throw notFound(errorMessages.noRows);
    return build;
  });

  routes.repo(getBuild, async ({ repo, params }) => {
    const build = await readModel.findByNumber(repo.id, params.build);
    if (!build) throw notFound(errorMessages.noRows);
    return build;
  });

  routes.repo(createBuild, async ({ repo, viewer, query }) => {
    const { branch = '', commit = '', ...params } = withoutToken(query);
    const wanted = { branch, commit, params };
    return readOrNull(await buildService.startBuild(repo, requirePerson(viewer), wanted));
  });

  routes.repo(restartBuild, async ({ repo, viewer, params, query }) => {
    const { debug, ...changed } = withoutToken(query);
    const options = { params: changed, debug: debug === 'true' };
    const person = requirePerson(viewer);
    return readOrNull(await buildService.restartBuild(repo, person, params.build, options));
  });

  for (const [endpoint, event] of [
    [promoteBuild, 'promote'],
    [rollbackBuild, 'rollback'],
  ] as const) {
    routes.repo(endpoint, async ({ repo, viewer, params, query }) => {
      const { target = '', ...more } = withoutToken(query);
      const deployment = { event, target, params: more };
      const person = requirePerson(viewer);
      return readOrNull(await buildService.deployBuild(repo, person, params.build, deployment));
    });
  }

  routes.repo(cancelBuild, async ({ repo, viewer, permissions, params }) => {
    const person = { login: requirePerson(viewer).login, canWrite: permissions.write };
    return read(await buildControl.cancel(repo, person, params.build));
  });

  routes.repo(purgeBuilds, async ({ repo, query }) => {
    const before = Number(query.before);
    if (!Number.isInteger(before) || before < 1) throw badRequest('Invalid build number');
    await parts.builds.purge(repo.id, before);
    return undefined;
  });
}

/** Every other key of the query is a parameter of the build; credentials are not. */
function withoutToken(query: Record<string, string>): Record<string, string> {
  const { access_token: _token, ...rest } = query;
  return rest;
}
