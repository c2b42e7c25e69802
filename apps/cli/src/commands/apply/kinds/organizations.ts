import {
  createOrganization,
  createTemplate,
  deleteTemplate,
  getOrganization,
  listOrganizationMembers,
  listTemplates,
  removeOrganizationMember,
  setOrganizationMember,
  updateOrganization,
  updateTemplate,
} from '@millrace/contract/api';
import { bodyOf } from '../../../command-line/body-of.ts';
import { callServer } from '../../../command-line/call-server.ts';
import { InvalidChange } from '../invalid-change.ts';
import type { KindHandler } from '../kind-handler.ts';
import type { Path, Values } from '../resource.ts';
import { nameOf, namespaceOf } from './of-path.ts';

const paramsOf = (path: Path) => ({ namespace: namespaceOf(path) });

export const organizationKind: KindHandler = {
  async read(server, path) {
    const found = await callServer(server, getOrganization, { params: paramsOf(path) });
    const { members_create_repositories } = found;
    return [{ kind: 'organization', path, values: { members_create_repositories }, secrets: [] }];
  },
  async create(server, { path, values, atCreation }) {
    if (!atCreation?.owner) throw new InvalidChange('Name an owner under members, to create it');
    await callServer(server, createOrganization, {
      body: bodyOf(createOrganization, { name: namespaceOf(path), ...values, ...atCreation }),
    });
  },
  update: (server, { path }, values) =>
    callServer(server, updateOrganization, {
      params: paramsOf(path),
      body: bodyOf(updateOrganization, values),
    }),
};

export const organizationMemberKind: KindHandler = {
  async read(server, section) {
    const found = await callServer(server, listOrganizationMembers, { params: paramsOf(section) });
    return found.map(({ login, role, by_group }) => ({
      kind: 'organization_member',
      path: [...section, login],
      values: { role },
      secrets: [],
      ...(by_group && { isAutomatic: true as const }),
    }));
  },
  create: (server, { path, values }) => setMember(server, path, values),
  update: (server, { path }, values) => setMember(server, path, values),
  delete: (server, { path }) =>
    callServer(server, removeOrganizationMember, {
      params: { ...paramsOf(path), member: nameOf(path) },
    }),
};

function setMember(server: string, path: Path, values: Values) {
  return callServer(server, setOrganizationMember, {
    params: { ...paramsOf(path), member: nameOf(path) },
    body: bodyOf(setOrganizationMember, values),
  });
}

export const templateKind: KindHandler = {
  async read(server, section) {
    const found = await callServer(server, listTemplates, { params: paramsOf(section) });
    return found.map(({ name, data }) => ({
      kind: 'template',
      path: [...section, name],
      values: { data },
      secrets: [],
    }));
  },
  create: (server, { path, values }) =>
    callServer(server, createTemplate, {
      params: paramsOf(path),
      body: bodyOf(createTemplate, { name: nameOf(path), ...values }),
    }),
  update: (server, { path }, values) =>
    callServer(server, updateTemplate, {
      params: { ...paramsOf(path), template: nameOf(path) },
      body: bodyOf(updateTemplate, values),
    }),
  delete: (server, { path }) =>
    callServer(server, deleteTemplate, {
      params: { ...paramsOf(path), template: nameOf(path) },
    }),
};
