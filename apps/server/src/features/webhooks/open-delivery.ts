import type { ForgeEvent } from '../../forges/forge.ts';

/** What a forge told and nobody has worked on yet. */
export interface OpenDelivery {
  id: number;
  repoId: number;
  event: ForgeEvent;
  received: number;
  tries: number;
}
