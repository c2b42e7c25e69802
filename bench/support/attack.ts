import type { AttackedServer } from './attacked-server.ts';

export interface Attack {
  name: string;
  settings?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Reason why the attack cannot run on this machine. */
  skipped?: string | undefined;
  /** Prepares the server. Resolves with the attack, which resolves with a description of its result. */
  prepare(server: AttackedServer): Promise<() => Promise<string>>;
  cleanUp?: () => void;
}

/** Counts equal outcomes, for example `12 × 403, 8 × 503`. */
export function countOutcomes(outcomes: readonly (string | number)[]): string {
  return [...Map.groupBy(outcomes, String)]
    .map(([outcome, all]) => `${all.length} × ${outcome}`)
    .join(', ');
}
