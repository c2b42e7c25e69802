import {
  addBuildAccess,
  type BuildAccess as BuildAccessJson,
  listBuildAccess,
  listBuildReaders,
  removeBuildAccess,
  removeBuildReader,
} from '@millrace/contract/api';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../domain/user.ts';
import { type ApiRoutes, requirePerson } from '../../http/api-routes.ts';
import type { BuildAccessService, Caller } from './build-access-service.ts';
import type { BuildAccess } from './build-access-store.ts';

export function registerBuildAccessRoutes(routes: ApiRoutes, access: BuildAccessService): void {
  routes.repo(listBuildAccess, async ({ repo }) =>
    (await access.list('targets', repo)).map(toJson),
  );
  routes.repo(listBuildReaders, async ({ repo }) =>
    (await access.list('readers', repo)).map(toJson),
  );
  routes.repo(addBuildAccess, async ({ repo, params, ...call }) =>
    toJson(await access.add(repo, params['*'], callerOf(call))),
  );
  routes.repo(removeBuildAccess, async ({ repo, params, ...call }) => {
    await access.removeTarget(repo, params['*'], callerOf(call));
    return undefined;
  });
  routes.repo(removeBuildReader, async ({ repo, params, ...call }) => {
    await access.removeReader(repo, params['*'], callerOf(call));
    return undefined;
  });
}

function callerOf({ viewer, request }: { viewer: User | null; request: FastifyRequest }): Caller {
  return { viewer: requirePerson(viewer), address: request.ip };
}

function toJson({ slug, addedBy, created }: BuildAccess): BuildAccessJson {
  return { slug, added_by: addedBy, created };
}
