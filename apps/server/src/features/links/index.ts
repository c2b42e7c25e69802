import type { CreateFeature } from '../../feature.ts';
import { registerLinkRoutes } from './link-routes.ts';

/** Links: permanent URLs that redirect to pages of the forge. */
export const links: CreateFeature = (core) => ({
  addRoutes: ({ app }) => registerLinkRoutes(app, core),
});
