import type { AttackedServer } from './attacked-server.ts';

export interface Attack {
  name: string;
  settings?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Why the attack cannot be carried out on this machine. */
  skipped?: string | undefined;
  /** Fills the server. Resolves with the attack, which resolves with what came of it, in words. */
  prepare(server: AttackedServer): Promise<() => Promise<string>>;
  cleanUp?: () => void;
}

/** For example `12 × 403, 8 × 503`. */
export function countOutcomes(outcomes: readonly (string | number)[]): string {
  return [...Map.groupBy(outcomes, String)]
    .map(([outcome, all]) => `${all.length} × ${outcome}`)
    .join(', ');
}
