import type { ArtifactLimits, ArtifactLimitsState } from '@millrace/contract/api';

export type LimitName = keyof ArtifactLimits;
export const limitNames = ['days', 'file_bytes', 'build_bytes', 'repo_bytes'] as const;

/** Form values: days, or megabytes. Empty means the server's default. */
export type LimitsForm = Record<LimitName, string>;

const megabyte = 1_000_000;

export function limitsFormOf({ own }: Pick<ArtifactLimitsState, 'own'>): LimitsForm {
  const shown = (name: LimitName) => (own[name] === null ? '' : String(inUnit(name, own[name])));
  return {
    ...{ days: shown('days'), file_bytes: shown('file_bytes') },
    ...{ build_bytes: shown('build_bytes'), repo_bytes: shown('repo_bytes') },
  };
}

export function readLimitsForm(form: LimitsForm): Record<LimitName, number | null> {
  const value = (name: LimitName) =>
    form[name] === '' ? null : Math.round(Number(form[name]) * (name === 'days' ? 1 : megabyte));
  return {
    ...{ days: value('days'), file_bytes: value('file_bytes') },
    ...{ build_bytes: value('build_bytes'), repo_bytes: value('repo_bytes') },
  };
}

export function inUnit(name: LimitName, value: number): number {
  return name === 'days' ? value : value / megabyte;
}
