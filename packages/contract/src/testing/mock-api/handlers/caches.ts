import { deleteCache, deleteCaches, getCaches, putCacheLimits } from '../../../api/index.ts';
import { on } from './on.ts';

export const cacheHandlers = [
  on(getCaches, ({ state }) => state.caches),
  on(deleteCache, ({ state, params }) => {
    const entries = state.caches.entries.filter(({ id }) => id !== params.cache);
    state.caches = { ...state.caches, entries };
  }),
  on(putCacheLimits, ({ state, body }) => {
    const { server } = state.caches;
    const own = { days: body.days ?? null, repo_bytes: body.repo_bytes ?? null };
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
