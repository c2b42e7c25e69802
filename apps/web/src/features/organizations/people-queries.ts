import {
  listOrganizationMembers,
  listOrganizations,
  listTeamGroups,
  listTeamMembers,
  listTeams,
} from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { organizationKey } from '../../api/organization-queries.ts';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => callApi(listOrganizations, { signal }),
});

export const organizationMembersQuery = (namespace: string) =>
  queryOptions({
    queryKey: [...organizationKey(namespace), 'members'],
    queryFn: ({ signal }) => callApi(listOrganizationMembers, { params: { namespace }, signal }),
  });

export const teamsQuery = (namespace: string) =>
  queryOptions({
    queryKey: [...organizationKey(namespace), 'teams'],
    queryFn: ({ signal }) => callApi(listTeams, { params: { namespace }, signal }),
  });

export const teamMembersQuery = (namespace: string, team: string) =>
  queryOptions({
    queryKey: [...organizationKey(namespace), 'team', team],
    queryFn: ({ signal }) => callApi(listTeamMembers, { params: { namespace, team }, signal }),
  });

export const teamGroupsQuery = (namespace: string) =>
  queryOptions({
    queryKey: [...organizationKey(namespace), 'groups'],
    queryFn: ({ signal }) => callApi(listTeamGroups, { params: { namespace }, signal }),
  });
