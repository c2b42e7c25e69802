import type { GroupWithMembers } from './scim-groups.ts';
import { groupSchema, userSchema } from './scim-schemas.ts';
import type { ManagedUser } from './scim-user-store.ts';

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** @param base URL of this interface */
export function toUserResource(
  { user, userName, externalId }: ManagedUser,
  groups: readonly { id: number; name: string }[],
  base: string,
) {
  const { id, name, email, active, created, updated } = user;
  return {
    schemas: [userSchema],
    id: String(id),
    ...(externalId && { externalId }),
    userName,
    ...(name && { displayName: name, name: { formatted: name } }),
    ...(email && { emails: [{ value: email, type: 'work', primary: true }] }),
    active,
    groups: groups.map((group) => ({ value: String(group.id), display: group.name })),
    meta: metaOf('User', `${base}/Users/${id}`, created, updated),
  };
}

export function toGroupResource(group: GroupWithMembers, base: string, hasMembers = true) {
  const { id, name, externalId, members, created, updated } = group;
  return {
    schemas: [groupSchema],
    id: String(id),
    ...(externalId && { externalId }),
    displayName: name,
    ...(hasMembers && {
      members: members.map((member) => ({
        value: String(member.id),
        display: member.userName,
        $ref: `${base}/Users/${member.id}`,
      })),
    }),
    meta: metaOf('Group', `${base}/Groups/${id}`, created, updated),
  };
}

export function toListResponse(total: number, startIndex: number, resources: readonly object[]) {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

function metaOf(resourceType: string, location: string, created: number, updated: number) {
  const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();
  return { resourceType, location, created: timeOf(created), lastModified: timeOf(updated) };
}
