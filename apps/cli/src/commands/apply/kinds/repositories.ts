import {
  activateRepo,
  type Collaborator,
  deleteCollaborator,
  disableRepo,
  getRepo,
  listCollaborators,
  setCollaborator,
  updateRepo,
} from '@millrace/contract/api';
import { repoRoles } from '@millrace/contract/vocabulary';
import { bodyOf } from '../../../command-line/body-of.ts';
import { callServer } from '../../../command-line/call-server.ts';
import { InvalidChange } from '../invalid-change.ts';
import type { KindHandler } from '../kind-handler.ts';
import type { CurrentResource, Path, Values } from '../resource.ts';
import { nameOf, repoOf } from './of-path.ts';

export const repositoryKind: KindHandler = {
  async read(server, path) {
    const found = await callServer(server, getRepo, { params: repoOf(path) });
    const values: Values = {
      active: found.active,
      default_branch: found.default_branch,
      visibility: found.visibility,
      config_path: found.config_path,
      config_folder: found.config_folder ?? '',
      trusted: found.trusted,
      protected: found.protected,
      ignore_forks: found.ignore_forks,
      ignore_pull_requests: found.ignore_pull_requests,
      auto_cancel_pull_requests: found.auto_cancel_pull_requests,
      auto_cancel_pushes: found.auto_cancel_pushes,
      auto_cancel_running: found.auto_cancel_running,
      timeout: found.timeout,
      throttle: found.throttle ?? 0,
    };
    return [{ kind: 'repository', path, values, secrets: [] }];
  },
  async create() {
    throw new InvalidChange('This repository does not exist: push to it, or sync with the forge');
  },
  async update(server, { path }, { active, ...settings }) {
    const params = repoOf(path);
    if (active === true) await callServer(server, activateRepo, { params });
    if (Object.keys(settings).length > 0) {
      await callServer(server, updateRepo, { params, body: bodyOf(updateRepo, settings) });
    }
    if (active === false) await callServer(server, disableRepo, { params });
  },
};

export const memberKind: KindHandler = {
  async read(server, section) {
    const found = await callServer(server, listCollaborators, { params: repoOf(section) });
    return found
      .filter(({ source }) => source !== 'team')
      .map((collaborator) => toMember(section, collaborator));
  },
  create: (server, { path, values }) => setMember(server, path, values),
  update: (server, { path }, values) => setMember(server, path, values),
  delete: (server, { path }) =>
    callServer(server, deleteCollaborator, {
      params: { ...repoOf(path), member: nameOf(path) },
    }),
};

function toMember(
  section: Path,
  { login, source, teams, ...granted }: Collaborator,
): CurrentResource {
  const roles = repoRoles.filter((role) => granted[role]);
  return {
    kind: 'member',
    path: [...section, login],
    values: { role: roles.at(-1) ?? null },
    secrets: [],
    ...(source !== 'granted' && { isAutomatic: true as const }),
    // The role may be that of a team, which is higher than the granted one.
    ...(teams && { fulfills: { role: roles } }),
  };
}

function setMember(server: string, path: Path, values: Values) {
  return callServer(server, setCollaborator, {
    params: { ...repoOf(path), member: nameOf(path) },
    body: bodyOf(setCollaborator, values),
  });
}
