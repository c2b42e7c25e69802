import { mkdir } from 'node:fs/promises';
import { findPrivateView, type PrivateView } from './private-view.ts';
import type { StepAccount } from './step-account.ts';

/** Account of the steps, and the isolation of their files and processes. */
export interface StepIsolation {
  account: StepAccount | undefined;
  view: PrivateView | undefined;
  /** True if each stage gets a process namespace. */
  hasNamespace: boolean;
}

/** True if a script sets the variables of a step, because system programs run before it. */
export function needsLauncher({ view, hasNamespace }: StepIsolation): boolean {
  return hasNamespace || view !== undefined;
}

export interface StepIsolationOptions {
  /** Folder of the workspaces. */
  workDir: string;
  /** Account that runs the steps; the runner's own by default. */
  account?: StepAccount | undefined;
  /** Folders hidden from steps, if the system supports it. */
  hiddenDirs?: readonly string[] | undefined;
  /** Folders that are read-only for steps, if the system supports it. */
  readOnlyDirs?: readonly string[] | undefined;
}

/** Determines the isolation that this system supports; the process namespace is tested later. */
export async function detectStepIsolation(options: StepIsolationOptions): Promise<StepIsolation> {
  const { workDir, account, hiddenDirs, readOnlyDirs } = options;
  await mkdir(workDir, { recursive: true, mode: 0o711 });
  const view =
    hiddenDirs && (await findPrivateView({ hiddenDirs, readOnlyDirs }, workDir, account));
  return { account, view: view || undefined, hasNamespace: false };
}

/** Describes the isolation for the log and the server. */
export function describeStepIsolation({ account, view, hasNamespace }: StepIsolation): string {
  const accountNote = account ? `as the account ${account.name}` : "as the runner's own account";
  const readOnlyNote = view?.hasReadOnlyDirs ? ', with home and program read-only' : '';
  const viewNote = view
    ? `in a private view without the data folder${readOnlyNote}`
    : 'without a view of their own';
  const namespaceNote = hasNamespace
    ? 'each stage in a process namespace'
    : 'without process namespaces, so that a process that hides may outlive its stage';
  return `${accountNote}, ${viewNote}, ${namespaceNote}`;
}
