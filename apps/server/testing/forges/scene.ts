import type { ForgeServer } from './forge-server.ts';
import type { ForgeStand, RepositoryStand } from './forge-stand.ts';

/** The forge and a server that uses it, while the situations are played. */
export interface Scene<Stand extends RepositoryStand = ForgeStand> {
  stand: Stand;
  forge: ForgeServer;
}
