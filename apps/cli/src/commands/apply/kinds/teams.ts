import {
  addTeamGroup,
  addTeamMember,
  addTeamRepo,
  createTeam,
  deleteTeam,
  getTeam,
  listTeamGroups,
  listTeamMembers,
  listTeams,
  removeTeamGroup,
  removeTeamMember,
  removeTeamRepo,
  updateTeam,
} from '@millrace/contract/api';
import { bodyOf } from '../../../command-line/body-of.ts';
import { callServer } from '../../../command-line/call-server.ts';
import type { KindHandler } from '../kind-handler.ts';
import type { Path } from '../resource.ts';
import { nameOf, namespaceOf } from './of-path.ts';

/** Returns the team of a path such as `organizations`, `acme`, `teams`, `devs`, `members`. */
const teamOf = (path: Path) => ({ namespace: namespaceOf(path), team: path[3] ?? '' });

export const teamKind: KindHandler = {
  async read(server, section) {
    const params = { namespace: namespaceOf(section) };
    const found = await callServer(server, listTeams, { params });
    return found.map(({ name, role, all_repositories }) => ({
      kind: 'team',
      path: [...section, name],
      values: { role, all_repositories },
      secrets: [],
    }));
  },
  create: (server, { path, values }) =>
    callServer(server, createTeam, {
      params: { namespace: namespaceOf(path) },
      body: bodyOf(createTeam, { name: nameOf(path), ...values }),
    }),
  update: (server, { path }, values) =>
    callServer(server, updateTeam, { params: teamOf(path), body: bodyOf(updateTeam, values) }),
  delete: (server, { path }) => callServer(server, deleteTeam, { params: teamOf(path) }),
};

export const teamRepositoryKind: KindHandler = {
  async read(server, section) {
    const { repositories } = await callServer(server, getTeam, { params: teamOf(section) });
    return repositories.map((name) => ({
      kind: 'team_repository',
      path: [...section, name],
      values: {},
      secrets: [],
    }));
  },
  create: (server, { path }) =>
    callServer(server, addTeamRepo, { params: { ...teamOf(path), repo: nameOf(path) } }),
  update: nothing,
  delete: (server, { path }) =>
    callServer(server, removeTeamRepo, { params: { ...teamOf(path), repo: nameOf(path) } }),
};

export const teamMemberKind: KindHandler = {
  /** Lists the people that an owner has added. The groups decide about the others. */
  async read(server, section) {
    const found = await callServer(server, listTeamMembers, { params: teamOf(section) });
    return found
      .filter(({ by_hand }) => by_hand)
      .map(({ login }) => ({
        kind: 'team_member',
        path: [...section, login],
        values: {},
        secrets: [],
      }));
  },
  create: (server, { path }) =>
    callServer(server, addTeamMember, { params: { ...teamOf(path), member: nameOf(path) } }),
  update: nothing,
  delete: (server, { path }) =>
    callServer(server, removeTeamMember, { params: { ...teamOf(path), member: nameOf(path) } }),
};

export const teamGroupKind: KindHandler = {
  async read(server, section) {
    const { namespace, team } = teamOf(section);
    const found = await callServer(server, listTeamGroups, { params: { namespace } });
    return found
      .filter((mapping) => mapping.team.toLowerCase() === team.toLowerCase())
      .map(({ id, group }) => ({
        kind: 'team_group',
        path: [...section, group],
        values: {},
        secrets: [],
        id,
      }));
  },
  create: (server, { path }) =>
    callServer(server, addTeamGroup, {
      params: { namespace: namespaceOf(path) },
      body: bodyOf(addTeamGroup, { team: teamOf(path).team, group: nameOf(path) }),
    }),
  update: nothing,
  delete: (server, { path, id = 0 }) =>
    callServer(server, removeTeamGroup, {
      params: { namespace: namespaceOf(path), mapping: id },
    }),
};

/** Resources without values never change. */
async function nothing(): Promise<void> {}
