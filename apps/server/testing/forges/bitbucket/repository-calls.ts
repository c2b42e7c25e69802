import type { Calls, FakeForge } from '../fake/fake-forge.ts';
import { findRepository } from './find-repository.ts';
import { repositoryOf } from './shapes.ts';

const roles = ['member', 'contributor', 'admin'];
const order = ['read', 'write', 'admin'];

export function repositoryCalls(bitbucket: FakeForge): Calls {
  const { world } = bitbucket;
  return {
    'GET /repositories/:workspace': ({ account, params, query }) => ({
      list: world.repositories
        .filter(({ owner }) => owner.login === params.workspace)
        .filter((repository) => {
          const role = world.roleOf(account, repository);
          return role && order.indexOf(role) >= roles.indexOf(query.role ?? 'member');
        })
        .map((repository) => repositoryOf(bitbucket.url, repository)),
    }),
    'GET /repositories/:workspace/:repo': (call) => ({
      body: repositoryOf(bitbucket.url, findRepository(world, call, 'read')),
    }),
  };
}
