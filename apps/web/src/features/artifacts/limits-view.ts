import type {
  ArtifactLimits,
  ArtifactLimitsChange,
  ArtifactLimitsState,
} from '@millrace/contract/api';

export type LimitName = keyof ArtifactLimits;
export const limitNames = ['days', 'file_bytes', 'build_bytes', 'repo_bytes'] as const;

/** Form values: days, or megabytes. Empty means the server's default. */
export type LimitsForm = Record<LimitName, string>;

const megabyte = 1_000_000;

export function limitsFormOf({ own }: Pick<ArtifactLimitsState, 'own'>): LimitsForm {
  const shown = (name: LimitName) => (own[name] === null ? '' : String(inUnit(name, own[name])));
  return {
    days: shown('days'),
    file_bytes: shown('file_bytes'),
    build_bytes: shown('build_bytes'),
    repo_bytes: shown('repo_bytes'),
  };
}

/** Returns the limits of edited fields. Null restores the server's default. */
export function readLimits(changes: Partial<LimitsForm>): ArtifactLimitsChange {
  const value = (name: LimitName, typed: string) =>
    typed === '' ? null : Math.round(Number(typed) * (name === 'days' ? 1 : megabyte));
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const typed = changes[name];
      return typed === undefined ? [] : [[name, value(name, typed)]];
    }),
  );
}

export function inUnit(name: LimitName, value: number): number {
  return name === 'days' ? value : value / megabyte;
}
