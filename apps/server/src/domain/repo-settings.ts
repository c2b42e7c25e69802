import type { Visibility } from '@millrace/contract/vocabulary';

/** Default time limit of a stage in minutes. Only system admins can set a higher one. */
export const defaultTimeoutMinutes = 60;
/** Four weeks. */
const maxTimeoutMinutes = 40_320;
/** More builds than any repository has, and well within safe integers. */
const maxCount = 1_000_000_000;

/** Requested settings. An absent field remains unchanged. */
export interface WantedSettings {
  ignore_pull_requests?: boolean | undefined;
  ignore_forks?: boolean | undefined;
  protected?: boolean | undefined;
  trusted?: boolean | undefined;
  visibility?: Visibility | undefined;
  timeout?: number | undefined;
  throttle?: number | undefined;
  counter?: number | undefined;
  config_path?: string | undefined;
  config_folder?: string | undefined;
  default_branch?: string | undefined;
  auto_cancel_pull_requests?: boolean | undefined;
  auto_cancel_pushes?: boolean | undefined;
  auto_cancel_running?: boolean | undefined;
}

interface CurrentSettings {
  trusted: boolean;
  timeout: number;
  throttle: number;
  counter: number;
  /** Highest build number so far. */
  newestBuild: number;
}

type SettingsPlan =
  | { kind: 'change'; changes: WantedSettings }
  | { kind: 'forbidden'; reason: string }
  | { kind: 'invalid'; reason: string };

/**
 * Plans a change of settings. Only a system admin may trust a repository, exceed the default time limit,
 * limit its stages or set its next build number. Anyone may send the current value back.
 */
export function planSettings(
  current: CurrentSettings,
  wanted: WantedSettings,
  isSystemAdmin: boolean,
): SettingsPlan {
  const { trusted, timeout, config_path: configPath, config_folder: configFolder } = wanted;
  if (!isSystemAdmin && trusted !== undefined && trusted !== current.trusted) {
    return { kind: 'forbidden', reason: 'Only a system admin may change "trusted"' };
  }
  if (timeout !== undefined && timeout !== current.timeout) {
    if (!Number.isInteger(timeout) || timeout < 1 || timeout > maxTimeoutMinutes) {
      return {
        kind: 'invalid',
        reason: `The timeout is a whole number of minutes from 1 to ${maxTimeoutMinutes}`,
      };
    }
    if (!isSystemAdmin && timeout > defaultTimeoutMinutes) {
      return {
        kind: 'forbidden',
        reason: `Only a system admin may set a timeout of more than ${defaultTimeoutMinutes} minutes`,
      };
    }
  }
  for (const name of ['throttle', 'counter'] as const) {
    const problem = findCountProblem(name, current, wanted, isSystemAdmin);
    if (problem) return problem;
  }
  if (configPath !== undefined && !isConfigPath(configPath)) {
    return { kind: 'invalid', reason: 'The configuration is a path inside the repository' };
  }
  if (configFolder && !isFolderPath(configFolder)) {
    return {
      kind: 'invalid',
      reason: 'The folder of pipeline files is a path inside the repository, such as ".drone"',
    };
  }
  return { kind: 'change', changes: wanted };
}

function findCountProblem(
  name: 'throttle' | 'counter',
  current: CurrentSettings,
  wanted: WantedSettings,
  isSystemAdmin: boolean,
): SettingsPlan | undefined {
  const count = wanted[name];
  if (count === undefined || count === current[name]) return undefined;
  if (!isSystemAdmin) {
    return { kind: 'forbidden', reason: `Only a system admin may change "${name}"` };
  }
  // Build numbers must be unique.
  const least = name === 'counter' ? current.newestBuild : 0;
  if (Number.isInteger(count) && count >= least && count <= maxCount) return undefined;
  return { kind: 'invalid', reason: `The ${name} is a whole number from ${least} to ${maxCount}` };
}

function isFolderPath(path: string): boolean {
  const parts = path.split('/');
  return isConfigPath(path) && !parts.includes('') && !parts.includes('.');
}

function isConfigPath(path: string): boolean {
  const hasControl = [...path].some((char) => char < ' ');
  return (
    path.trim() !== '' && !hasControl && !path.startsWith('/') && !path.split('/').includes('..')
  );
}
