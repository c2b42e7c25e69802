import { getRetention, previewRetention, putRetention } from '../../../api/index.ts';
import { retentionNames } from '../../../retention.ts';
import { on } from './on.ts';

/** Retention limits of repositories. */
export const retentionHandlers = [
  on(getRetention, ({ state }) => state.retention),
  on(putRetention, ({ state, body }) => {
    for (const name of retentionNames) {
      const value = body[name] ?? null;
      state.retention.own[name] = value;
      state.retention.limits[name] = value ?? state.retention.server[name];
    }
    return state.retention;
  }),
  on(previewRetention, ({ state }) => state.retentionPreview),
];
