import type { Call } from '../fake/fake-forge.ts';
import { Refusal } from '../fake/refusal.ts';
import type { Repository, Role, World } from '../fake/world.ts';

export const notFound = (what: string) => new Refusal(404, { message: `404 ${what} Not Found` });

const order: Role[] = ['read', 'write', 'admin'];

/** Finds the project in the path. Rejects accounts without the role `least`. */
export function findProject(world: World, { account, params }: Call, least: Role): Repository {
  const found = world.repositories.find(({ id }) => id === Number(params.id));
  if (!found || !world.canRead(account, found)) throw notFound('Project');
  const role = world.roleOf(account, found) ?? 'read';
  if (order.indexOf(role) < order.indexOf(least)) {
    throw new Refusal(403, { message: '403 Forbidden' });
  }
  return found;
}
