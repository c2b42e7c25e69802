import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizationMembers,
  listOrganizations,
  type OrganizationMember as MemberJson,
  type Organization as OrganizationJson,
  removeOrganizationMember,
  setOrganizationMember,
  updateOrganization,
} from '@millrace/contract/api';
import type { OrganizationRole } from '@millrace/contract/vocabulary';
import type { Organization, OrganizationStore } from '../../accounts/organization-store.ts';
import type { User } from '../../domain/user.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { MemberOfTeams, OrganizationService } from './organization-service.ts';

export function registerOrganizationRoutes(
  routes: ApiRoutes,
  service: OrganizationService,
  organizations: Pick<OrganizationStore, 'findRole'>,
): void {
  const answer = async (viewer: User, organization: Organization) => {
    const role = await organizations.findRole(viewer.id, organization.name);
    return toJson({ ...organization, ...(role && role !== 'none' ? { role } : {}) });
  };

  routes.session(listOrganizations, async ({ viewer }) => (await service.list(viewer)).map(toJson));

  routes.session(createOrganization, async ({ viewer, body }) => {
    const { name, owner = viewer.login, members_create_repositories: membersCreate = false } = body;
    return answer(viewer, await service.create({ name, owner, membersCreate }));
  });

  routes.org(getOrganization, async ({ viewer, params }) =>
    answer(viewer, await service.require(params.namespace)),
  );

  routes.org(updateOrganization, async ({ viewer, params, body }) =>
    answer(viewer, await service.update(params.namespace, body.members_create_repositories)),
  );

  routes.org(deleteOrganization, async ({ params }) => {
    await service.delete(params.namespace);
    return undefined;
  });

  routes.org(listOrganizationMembers, async ({ params }) =>
    (await service.listMembers(params.namespace)).map(toMemberJson),
  );

  routes.org(setOrganizationMember, async ({ params, body }) =>
    toMemberJson(await service.setMember(params.namespace, params.member, body.role)),
  );

  routes.org(removeOrganizationMember, async ({ params }) => {
    await service.removeMember(params.namespace, params.member);
    return undefined;
  });
}

function toJson({
  name,
  membersCreate,
  created,
  role,
}: Organization & { role?: OrganizationRole }): OrganizationJson {
  return { name, members_create_repositories: membersCreate, created, ...(role ? { role } : {}) };
}

function toMemberJson({ login, name, avatar, role, byGroup, teams }: MemberOfTeams): MemberJson {
  return { login, name, avatar, role, by_group: byGroup, teams };
}
