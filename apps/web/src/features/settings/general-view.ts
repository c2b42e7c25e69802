import type { Repo, RepoSettings } from '@millrace/contract/api';

/** The settings that the form contains. */
export type GeneralForm = Required<Omit<RepoSettings, OptionalField>> &
  Pick<RepoSettings, OptionalField>;
type OptionalField = 'config_folder' | 'default_branch';

/** Options of the select, in minutes. */
const timeoutOptions = [
  15, 30, 60, 90, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660, 720, 1080, 1440, 2880, 4320,
] as const;

const maxInMinutes = 90;

/** Returns the options, including the stored value, so that saving never changes it silently. */
export function timeoutChoices(stored: number): number[] {
  return [...new Set([...timeoutOptions, stored])].sort((a, b) => a - b);
}

interface TimeoutTexts {
  minutes: (count: number) => string;
  hours: (count: number) => string;
}

/** Formats a timeout, above 90 minutes in hours, as `2 hours`. API clients may store any number of minutes. */
export function timeoutLabel(minutes: number, texts: TimeoutTexts): string {
  return minutes > maxInMinutes
    ? texts.hours(Math.round((minutes / 60) * 100) / 100)
    : texts.minutes(minutes);
}

export function formOf(repo: Repo, isHosted: boolean): GeneralForm {
  return {
    ignore_pull_requests: repo.ignore_pull_requests,
    ignore_forks: repo.ignore_forks,
    protected: repo.protected,
    trusted: repo.trusted,
    visibility: repo.visibility,
    timeout: repo.timeout,
    config_path: repo.config_path,
    // Existing servers have no such setting.
    ...(repo.config_folder === undefined ? {} : { config_folder: repo.config_folder }),
    ...(isHosted ? { default_branch: repo.default_branch } : {}),
    auto_cancel_pull_requests: repo.auto_cancel_pull_requests,
    auto_cancel_pushes: repo.auto_cancel_pushes,
    auto_cancel_running: repo.auto_cancel_running,
  };
}

/** Returns whether running builds may be canceled automatically. This requires one of the other two options. */
export function canCancelRunning(form: GeneralForm): boolean {
  return form.auto_cancel_pull_requests === true || form.auto_cancel_pushes === true;
}

/** Adds what a change of the form implies. */
export function completeChange(
  form: GeneralForm,
  change: Partial<GeneralForm>,
): Partial<GeneralForm> {
  return canCancelRunning({ ...form, ...change })
    ? change
    : { ...change, auto_cancel_running: false };
}
