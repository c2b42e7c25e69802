import { mkdir } from 'node:fs/promises';
import { findPrivateView, type PrivateView } from './private-view.ts';
import type { StepAccount } from './step-account.ts';

/** As whom steps run, and what they see of files and processes. */
export interface StepPlace {
  account: StepAccount | undefined;
  view: PrivateView | undefined;
  /** Whether each stage gets a process namespace. */
  hasNamespace: boolean;
}

/** Whether a script sets the variables of a step, because programs of the system run before it. */
export function needsLauncher({ view, hasNamespace }: StepPlace): boolean {
  return hasNamespace || view !== undefined;
}

export interface StepPlaceOptions {
  /** Where the workspaces go. */
  workDir: string;
  /** As whom steps run; the runner's own account where nothing is said. */
  account?: StepAccount | undefined;
  /** What steps may not see, where that can be had. */
  hiddenDirs?: readonly string[] | undefined;
  /** Folders that steps may see but not write to, where the system allows that. */
  readOnlyDirs?: readonly string[] | undefined;
}

/** Finds out what of it can be had here; a process namespace is tried later. */
export async function findStepPlace(options: StepPlaceOptions): Promise<StepPlace> {
  const { workDir, account, hiddenDirs, readOnlyDirs } = options;
  await mkdir(workDir, { recursive: true, mode: 0o711 });
  const view =
    hiddenDirs && (await findPrivateView({ hiddenDirs, readOnlyDirs }, workDir, account));
  return { account, view: view || undefined, hasNamespace: false };
}

/** In words for the log and the server. */
export function describeStepPlace({ account, view, hasNamespace }: StepPlace): string {
  const whose = account ? `as the account ${account.name}` : "as the runner's own account";
  const kept = view?.hasReadOnlyDirs ? ', with home and program read-only' : '';
  const seen = view
    ? `in a private view without the data folder${kept}`
    : 'without a view of their own';
  const processes = hasNamespace
    ? 'each stage in a process namespace'
    : 'without process namespaces, so that a process that hides may outlive its stage';
  return `${whose}, ${seen}, ${processes}`;
}
