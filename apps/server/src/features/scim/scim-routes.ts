import { notFound } from '@millrace/contract/api-errors';
import type { AuditAction } from '@millrace/contract/vocabulary';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import type { AuditLog, AuditValue } from '../../audit/audit-log.ts';
import type { Viewer } from '../../domain/user.ts';
import { applyPatch } from './apply-patch.ts';
import { readScimQuery } from './read-query.ts';
import { describeProvider, listResourceTypes, listSchemas } from './scim-discovery.ts';
import { ScimError } from './scim-error.ts';
import type { ScimGroupStore } from './scim-group-store.ts';
import type { ScimGroups } from './scim-groups.ts';
import { toGroupResource, toListResponse, toUserResource } from './scim-mapper.ts';
import { patchRequest, type ScimUser, scimGroup, scimUser } from './scim-schemas.ts';
import { type ManagedUser, toId } from './scim-user-store.ts';
import type { ScimUsers } from './scim-users.ts';

interface Deps {
  users: ScimUsers;
  groups: ScimGroups;
  groupStore: Pick<ScimGroupStore, 'listOfUser'>;
  audit: AuditLog;
  viewerOf: (request: FastifyRequest) => Viewer;
  /** Runs changes one after the other, on all servers. */
  runExclusively: <Result>(job: () => Promise<Result>) => Promise<Result>;
  /** Throws while the server is read-only. */
  refuseChanges: () => Promise<unknown>;
  base: () => string;
}

interface WithId {
  Params: { id: string };
}

const userFilters = ['username', 'externalid', 'id'];
const groupFilters = ['displayname', 'externalid', 'id'];

export function registerScimRoutes(app: FastifyInstance, deps: Deps): void {
  registerDiscovery(app, deps);
  registerUsers(app, deps);
  registerGroups(app, deps);
}

function registerDiscovery(app: FastifyInstance, { base }: Deps): void {
  app.get('/ServiceProviderConfig', () => describeProvider(base()));
  for (const [path, list] of [
    ['/ResourceTypes', listResourceTypes],
    ['/Schemas', listSchemas],
  ] as const) {
    app.get(path, () => {
      const all = list(base());
      return toListResponse(all.length, 1, all);
    });
    app.get<WithId>(`${path}/:id`, ({ params }) => {
      const found = list(base()).find(({ id }) => id === params.id);
      if (!found) throw notFound();
      return found;
    });
  }
}

function registerUsers(app: FastifyInstance, deps: Deps): void {
  const { users, groupStore, base, refuseChanges } = deps;
  const toResource = async (managed: ManagedUser) =>
    toUserResource(managed, await groupStore.listOfUser(managed.user.id), base());
  const replace = (request: FastifyRequest, id: number, wanted: ScimUser, login: string) =>
    change(deps, request, 'user.update', login, detailsOf(wanted), async () =>
      toResource(await users.replace(id, wanted)),
    );

  app.get('/Users', async ({ query: given }) => {
    const query = readScimQuery(given, userFilters);
    const { total, items } = await users.list(query);
    const resources = [];
    for (const managed of items) resources.push(await toResource(managed));
    return toListResponse(total, query.startIndex, resources);
  });
  app.get<WithId>('/Users/:id', async ({ params }) =>
    toResource(await users.require(toId(params.id))),
  );
  app.post('/Users', async (request, reply) => {
    await refuseChanges();
    const wanted = readBody(scimUser, request.body);
    const created = await change(deps, request, 'user.create', wanted.userName, {}, async () =>
      toResource(await users.create(wanted)),
    );
    return reply.code(201).header('location', created.meta.location).send(created);
  });
  app.put<WithId>('/Users/:id', async (request) => {
    await refuseChanges();
    const { user } = await users.require(toId(request.params.id));
    return replace(request, user.id, readBody(scimUser, request.body), user.login);
  });
  app.patch<WithId>('/Users/:id', async (request) => {
    const managed = await users.require(toId(request.params.id));
    const { Operations } = readBody(patchRequest, request.body);
    const wanted = readBody(scimUser, applyPatch(toPatchable(managed), Operations));
    // A person who leaves is shut out also while nothing else may be changed.
    if (wanted.active !== false) await refuseChanges();
    return replace(request, managed.user.id, wanted, managed.user.login);
  });
  app.delete<WithId>('/Users/:id', async (request, reply) => {
    const { user } = await users.require(toId(request.params.id));
    const details = { active: false, scim: 'removed' };
    await change(deps, request, 'user.update', user.login, details, () => users.remove(user.id));
    return reply.code(204).send();
  });
}

function registerGroups(app: FastifyInstance, deps: Deps): void {
  const { groups, base, refuseChanges } = deps;

  app.get('/Groups', async ({ query: given }) => {
    const query = readScimQuery(given, groupFilters);
    const { total, items } = await groups.list(query);
    const resources = items.map((group) => toGroupResource(group, base(), query.hasMembers));
    return toListResponse(total, query.startIndex, resources);
  });
  app.get<WithId>('/Groups/:id', async ({ params, query }) => {
    const { hasMembers } = readScimQuery(query, groupFilters);
    return toGroupResource(await groups.require(toId(params.id)), base(), hasMembers);
  });
  app.post('/Groups', async (request, reply) => {
    await refuseChanges();
    const wanted = readBody(scimGroup, request.body);
    const created = await change(
      deps,
      request,
      'scim_group.create',
      wanted.displayName,
      {},
      async () => toGroupResource(await groups.create(wanted), base()),
    );
    return reply.code(201).header('location', created.meta.location).send(created);
  });
  app.put<WithId>('/Groups/:id', async (request) => {
    await refuseChanges();
    const id = toId(request.params.id);
    const { name } = await groups.require(id);
    const wanted = readBody(scimGroup, request.body);
    return change(deps, request, 'scim_group.update', name, {}, async () =>
      toGroupResource(await groups.replace(id, wanted), base()),
    );
  });
  app.patch<WithId>('/Groups/:id', async (request) => {
    await refuseChanges();
    const id = toId(request.params.id);
    const { Operations } = readBody(patchRequest, request.body);
    const { name } = await groups.require(id);
    return change(deps, request, 'scim_group.update', name, {}, async () => {
      // Within the lock: two requests may each add a member.
      const { externalId, members } = await groups.require(id);
      const values = members.map((member) => ({ value: String(member.id) }));
      const patched = applyPatch({ displayName: name, externalId, members: values }, Operations);
      return toGroupResource(await groups.replace(id, readBody(scimGroup, patched)), base());
    });
  });
  app.delete<WithId>('/Groups/:id', async (request, reply) => {
    await refuseChanges();
    const { id, name } = await groups.require(toId(request.params.id));
    await change(deps, request, 'scim_group.delete', name, {}, () => groups.remove(id));
    return reply.code(204).send();
  });
}

/** Makes a change while no other is made, and records it. */
function change<Result>(
  { audit, viewerOf, runExclusively }: Deps,
  request: FastifyRequest,
  action: AuditAction,
  target: string,
  details: Record<string, AuditValue>,
  run: () => Promise<Result>,
): Promise<Result> {
  const viewer = viewerOf(request);
  const entry = {
    action,
    actor: viewer,
    credential: viewer.credential ?? 'none',
    token: viewer.tokenLimits?.name,
    address: request.ip,
    target,
    details,
  };
  return runExclusively(() => audit.record(entry, run));
}

/** Attributes that a PATCH changes. Names are absent: the new ones replace what is stored, whichever they are. */
function toPatchable({ user, userName, externalId }: ManagedUser): Record<string, unknown> {
  const emails = user.email ? [{ value: user.email, type: 'work', primary: true }] : [];
  return { userName, externalId, emails, active: user.active };
}

function detailsOf({ active }: ScimUser): Record<string, AuditValue> {
  return typeof active === 'boolean' ? { active } : {};
}

function readBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body);
  if (data) return data;
  const [issue] = error?.issues ?? [];
  const place = issue?.path.join('.');
  throw new ScimError(400, 'invalidValue', `${place ? `${place}: ` : ''}${issue?.message}`);
}
