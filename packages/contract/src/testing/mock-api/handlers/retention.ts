import { getRetention, patchRetention, previewRetention } from '../../../api/index.ts';
import { retentionNames } from '../../../retention.ts';
import { on } from './on.ts';

/** Retention limits of repositories. */
export const retentionHandlers = [
  on(getRetention, ({ state }) => state.retention),
  on(patchRetention, ({ state, body }) => {
    for (const name of retentionNames) {
      const value = body[name];
      if (value === undefined) continue;
      state.retention.own[name] = value;
      state.retention.limits[name] = value ?? state.retention.server[name];
    }
    return state.retention;
  }),
  on(previewRetention, ({ state }) => state.retentionPreview),
];
