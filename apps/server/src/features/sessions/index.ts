import type { CreateFeature } from '../../feature.ts';
import { registerAccountSessionRoutes } from './account-session-routes.ts';

/** Sessions: signed-in browsers, which people and system admins see and end. */
export const sessions: CreateFeature = (core) => ({
  addRoutes: ({ api }) => registerAccountSessionRoutes(api, core.sessions, core.users),
});
