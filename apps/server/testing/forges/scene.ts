import type { ForgeStand, RepositoryStand } from '@millrace/test-support/forges/forge-stand';
import type { ForgeServer } from './forge-server.ts';

/** The forge and a server that uses it, while the situations are played. */
export interface Scene<Stand extends RepositoryStand = ForgeStand> {
  stand: Stand;
  forge: ForgeServer;
}
