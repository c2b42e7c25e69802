import {
  createRegistry,
  deleteRegistry,
  importRegistries,
  listOrgRegistries,
  listRegistries,
  listServerRegistries,
  type Registry,
  updateRegistry,
} from '../../../api/index.ts';
import { notFound } from '../refusal.ts';
import { on } from './on.ts';

const sample = { created: 1, updated: 1, last_used: 0 };

/** Credentials of image registries. Only those of a repository can be changed. */
export const registryHandlers = [
  on(listRegistries, ({ state }) => state.registries),
  on(createRegistry, ({ state, body }) => {
    const { address, username } = body;
    const added: Registry = { id: state.registries.length + 1, address, username, ...sample };
    state.registries = [...state.registries, added];
    return added;
  }),
  on(importRegistries, ({ state }) => {
    const imported: Registry = { id: 90, address: 'quay.io', username: 'robot', ...sample };
    state.registries = [...state.registries, imported];
    return { registries: [imported], skipped: ['gcr.io'] };
  }),
  on(updateRegistry, ({ state, params, body }) => {
    const old = state.registries.find(({ address }) => address === params.registry);
    if (!old) throw notFound();
    const changed = { ...old, username: body.username ?? old.username };
    state.registries = state.registries.map((each) => (each === old ? changed : each));
    return changed;
  }),
  on(deleteRegistry, ({ state, params }) => {
    state.registries = state.registries.filter(({ address }) => address !== params.registry);
  }),
  on(listOrgRegistries, () => []),
  on(listServerRegistries, () => []),
];
