import { deleteCache, deleteCaches, getCaches } from '../../../api/index.ts';
import { on } from './on.ts';

export const cacheHandlers = [
  on(getCaches, ({ state }) => state.caches),
  on(deleteCache, ({ state, params }) => {
    const entries = state.caches.entries.filter(({ id }) => id !== params.cache);
    state.caches = { ...state.caches, entries };
  }),
  on(deleteCaches, ({ state }) => {
    state.caches = { ...state.caches, entries: [] };
  }),
];
