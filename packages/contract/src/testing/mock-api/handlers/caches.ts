import { deleteCache, deleteCaches, getCaches, patchCacheLimits } from '../../../api/index.ts';
import { on } from './on.ts';

export const cacheHandlers = [
  on(getCaches, ({ state }) => state.caches),
  on(deleteCache, ({ state, params }) => {
    const entries = state.caches.entries.filter(({ id }) => id !== params.cache);
    state.caches = { ...state.caches, entries };
  }),
  on(patchCacheLimits, ({ state, body }) => {
    const { server } = state.caches;
    const own = { ...state.caches.own, ...body };
    const limits = {
      ...server,
      days: own.days ?? server.days,
      repo_bytes: own.repo_bytes ?? server.repo_bytes,
    };
    state.caches = { ...state.caches, own, limits };
  }),
  on(deleteCaches, ({ state }) => {
    state.caches = { ...state.caches, entries: [] };
  }),
];
