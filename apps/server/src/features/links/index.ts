import type { CreateFeature } from '../../feature.ts';
import { registerLinkRoutes } from './link-routes.ts';

/** Lasting addresses that lead to pages of the forge. */
export const links: CreateFeature = (core) => ({
  addRoutes: ({ app }) => registerLinkRoutes(app, core),
});
