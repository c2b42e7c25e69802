import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import { findProject } from './find-project.ts';
import { projectOf } from './shapes.ts';

const levels = { read: 20, write: 30, admin: 40 };

export function projectCalls(gitlab: FakeForge): Calls {
  const { world } = gitlab;
  return {
    'GET /projects': ({ account, query }) => ({
      list: world.repositories
        .filter((repository) => {
          const role = world.roleOf(account, repository);
          return role !== undefined && levels[role] >= Number(query.min_access_level ?? 0);
        })
        .map((repository) => projectOf(gitlab.url, repository)),
    }),
    'GET /projects/:id': (call) => ({
      body: projectOf(gitlab.url, findProject(world, call, 'read')),
    }),
  };
}
