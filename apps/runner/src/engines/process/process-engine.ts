import { architectureName } from '../architectures.ts';
import type { Engine } from '../engine.ts';
import { createProcessWorkspace } from './process-workspace.ts';
import { sweepWorkspaces } from './sweep-workspaces.ts';

export interface ProcessEngineOptions {
  /** Where the workspaces go. No two runners may share it: each clears it at its start. */
  workDir: string;
  /** How long a step may take to end after it was asked to. */
  killGraceMs?: number;
  /** Ends and removes the workspaces that a runner that died left. */
  sweepHost?: () => Promise<void>;
}

/** Runs steps as processes of this host. */
export function createProcessEngine({
  workDir,
  killGraceMs = 5000,
  sweepHost = () => sweepWorkspaces(workDir),
}: ProcessEngineOptions): Engine {
  return {
    type: 'exec',
    open: async () => {
      await sweepHost();
      return { os: process.platform, arch: architectureName(process.arch) };
    },
    createWorkspace: ({ stageId }) => createProcessWorkspace(workDir, stageId, killGraceMs),
  };
}
