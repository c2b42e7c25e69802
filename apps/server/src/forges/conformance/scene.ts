import type { ForgeServer } from './forge-server.ts';
import type { ForgeStand } from './forge-stand.ts';

/** The forge and a server that uses it, while the situations are played. */
export interface Scene {
  stand: ForgeStand;
  forge: ForgeServer;
}
