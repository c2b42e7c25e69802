import { registryCalls, secretCalls } from '@millrace/contract/api';
import { bodyOf } from '../../../command-line/body-of.ts';
import { callOwned } from '../../../command-line/call-owned.ts';
import type { KindHandler } from '../kind-handler.ts';
import { nameOf, ownerOf } from './of-path.ts';

export const secretKind: KindHandler = {
  async read(server, section) {
    const found = await callOwned(server, ownerOf(section), secretCalls.list, {});
    return found.map(({ name, ...secret }) => ({
      kind: 'secret',
      path: [...section, name],
      values: {
        events: secret.events ?? [],
        branches: secret.branches ?? [],
        images: secret.images ?? [],
        pull_request: secret.pull_request,
        pull_request_push: secret.pull_request_push ?? false,
      },
      secrets: ['data'],
    }));
  },
  create: (server, { path, values }, secrets) =>
    callOwned(server, ownerOf(path), secretCalls.create, {
      body: bodyOf(secretCalls.create[0], { name: nameOf(path), ...values, ...secrets }),
    }),
  update: (server, { path }, values, secrets) =>
    callOwned(server, ownerOf(path), secretCalls.update, {
      params: { secret: nameOf(path) },
      body: bodyOf(secretCalls.update[0], { ...values, ...secrets }),
    }),
  delete: (server, { path }) =>
    callOwned(server, ownerOf(path), secretCalls.delete, { params: { secret: nameOf(path) } }),
};

export const registryKind: KindHandler = {
  async read(server, section) {
    const found = await callOwned(server, ownerOf(section), registryCalls.list, {});
    return found.map(({ address, username }) => ({
      kind: 'registry',
      path: [...section, address],
      values: { username },
      secrets: ['password'],
    }));
  },
  create: (server, { path, values }, secrets) =>
    callOwned(server, ownerOf(path), registryCalls.create, {
      body: bodyOf(registryCalls.create[0], { address: nameOf(path), ...values, ...secrets }),
    }),
  update: (server, { path }, values, secrets) =>
    callOwned(server, ownerOf(path), registryCalls.update, {
      params: { registry: nameOf(path) },
      body: bodyOf(registryCalls.update[0], { ...values, ...secrets }),
    }),
  delete: (server, { path }) =>
    callOwned(server, ownerOf(path), registryCalls.delete, { params: { registry: nameOf(path) } }),
};
