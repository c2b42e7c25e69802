import {
  addTeamGroup,
  addTeamMember,
  addTeamRepo,
  createOrganization,
  createTeam,
  deleteOrganization,
  deleteTeam,
  removeOrganizationMember,
  removeTeamGroup,
  removeTeamMember,
  removeTeamRepo,
  setOrganizationMember,
  updateOrganization,
  updateTeam,
} from '@millrace/contract/api';
import type { OrganizationRole, RepoRole } from '@millrace/contract/vocabulary';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { organizationKey } from '../../api/organization-queries.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { peopleMessages } from './people-messages.ts';
import { organizationsQuery } from './people-queries.ts';

/** A change of an organization, after which everything about it is read again. */
function useChange<Input>(
  namespace: string,
  mutationFn: (input: Input) => Promise<unknown>,
  done: string,
) {
  const text = useTexts(peopleMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: organizationKey(namespace) }),
    meta: { done, failed: text.failed },
  });
}

export function useCreateOrganization() {
  const text = useTexts(peopleMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; owner?: string }) => callApi(createOrganization, { body }),
    onSuccess: () => client.invalidateQueries(organizationsQuery),
    meta: { done: text.created, failed: text.failed },
  });
}

export function useUpdateOrganization(namespace: string) {
  const change = (body: { members_create_repositories: boolean }) =>
    callApi(updateOrganization, { params: { namespace }, body });
  return useChange(namespace, change, useTexts(peopleMessages).saved);
}

export function useDeleteOrganization(namespace: string) {
  const text = useTexts(peopleMessages);
  return useMutation({
    mutationFn: () => callApi(deleteOrganization, { params: { namespace } }),
    meta: { done: text.deleted, failed: text.failed },
  });
}

export function useSetMember(namespace: string) {
  const change = ({ login, role }: { login: string; role: OrganizationRole }) =>
    callApi(setOrganizationMember, { params: { namespace, member: login }, body: { role } });
  return useChange(namespace, change, useTexts(peopleMessages).saved);
}

export function useRemoveMember(namespace: string) {
  const change = (login: string) =>
    callApi(removeOrganizationMember, { params: { namespace, member: login } });
  return useChange(namespace, change, useTexts(peopleMessages).removed);
}

export interface TeamValues {
  name: string;
  role: RepoRole;
  all_repositories: boolean;
}

/** Creates a team, or changes the one with this name. */
export function usePutTeam(namespace: string, name: string | undefined) {
  const change = (body: TeamValues) =>
    name === undefined
      ? callApi(createTeam, { params: { namespace }, body })
      : callApi(updateTeam, { params: { namespace, team: name }, body });
  return useChange(namespace, change, useTexts(peopleMessages).saved);
}

export function useDeleteTeam(namespace: string) {
  const change = (team: string) => callApi(deleteTeam, { params: { namespace, team } });
  return useChange(namespace, change, useTexts(peopleMessages).removed);
}

/** Adds or removes members of a team by their login, or its repositories by their name. */
export function useTeamEntries(namespace: string, team: string, kind: 'members' | 'repos') {
  const text = useTexts(peopleMessages);
  const params = { namespace, team };
  const add = (name: string) =>
    kind === 'members'
      ? callApi(addTeamMember, { params: { ...params, member: name } })
      : callApi(addTeamRepo, { params: { ...params, repo: name } });
  const remove = (name: string) =>
    kind === 'members'
      ? callApi(removeTeamMember, { params: { ...params, member: name } })
      : callApi(removeTeamRepo, { params: { ...params, repo: name } });
  return {
    add: useChange<string>(namespace, add, text.added),
    remove: useChange<string>(namespace, remove, text.removed),
  };
}

export function useAddGroup(namespace: string) {
  const change = (body: { group: string; team: string }) =>
    callApi(addTeamGroup, { params: { namespace }, body });
  return useChange(namespace, change, useTexts(peopleMessages).added);
}

export function useRemoveGroup(namespace: string) {
  const change = (mapping: number) => callApi(removeTeamGroup, { params: { namespace, mapping } });
  return useChange(namespace, change, useTexts(peopleMessages).removed);
}
