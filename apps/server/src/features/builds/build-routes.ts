import {
  type Build,
  buildPageSize,
  cancelBuild,
  createBuild,
  getBuild,
  listBuilds,
  restartBuild,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import type { BuildRow, UserRow } from '../../db/tables.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { notFound, unauthorized } from '../../shared/errors.ts';
import type { BuildReadModel } from './build-read-model.ts';
import type { BuildService } from './build-service.ts';

const maxPageSize = 100;

export function registerBuildRoutes(
  routes: ApiRoutes,
  builds: BuildService,
  readModel: BuildReadModel,
): void {
  const read = async (row: BuildRow): Promise<Build> => {
    const build = await readModel.findById(row.id);
    if (!build) throw notFound();
    return build;
  };
  const readOrNull = (row: BuildRow | null) => (row ? read(row) : null);

  routes.repo(listBuilds, ({ repo, query }) => {
    const limit = Math.min(wholeOr(query.per_page, buildPageSize), maxPageSize);
    const offset = (wholeOr(query.page, 1) - 1) * limit;
    return readModel.list(repo.id, { branch: query.branch, limit, offset });
  });

  routes.repo(createBuild, async ({ repo, viewer, query }) => {
    const { branch = '', commit = '', access_token: _token, ...params } = query;
    const person = requirePerson(viewer);
    return readOrNull(await builds.startBuild(repo, person, { branch, commit, params }));
  });

  routes.repo(getBuild, async ({ repo, params }) => {
    const build = await readModel.findByNumber(repo.id, params.build);
    if (!build) throw notFound(errorMessages.noRows);
    return build;
  });

  routes.repo(restartBuild, async ({ repo, viewer, params, query }) => {
    const { debug, access_token: _token, ...changed } = query;
    return readOrNull(
      await builds.restartBuild(repo, requirePerson(viewer), params.build, {
        params: changed,
        debug: debug === 'true',
      }),
    );
  });

  routes.repo(cancelBuild, async ({ repo, viewer, permissions, params }) => {
    const person = { login: requirePerson(viewer).login, canWrite: permissions.write };
    return read(await builds.cancelBuild(repo, person, params.build));
  });
}

function requirePerson(viewer: UserRow | null): UserRow {
  if (!viewer) throw unauthorized();
  return viewer;
}

/** A positive whole number, or the default for anything else, as existing servers read it. */
function wholeOr(text: string | undefined, or: number): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : or;
}
