import type { Engine } from '../engine.ts';
import { createProcessWorkspace } from './process-workspace.ts';
import { sweepWorkspaces } from './sweep-workspaces.ts';

export interface ProcessEngineOptions {
  /** Where the workspaces go. No two runners may share it: each clears it at its start. */
  workDir: string;
  /** How long a step may take to end after it was asked to. */
  killGraceMs?: number;
}

const architectures: Record<string, string> = { x64: 'amd64', ia32: '386' };

/** Runs steps as processes of this host. */
export function createProcessEngine({ workDir, killGraceMs = 5000 }: ProcessEngineOptions): Engine {
  return {
    type: 'exec',
    os: process.platform,
    arch: architectures[process.arch] ?? process.arch,
    recover: () => sweepWorkspaces(workDir),
    createWorkspace: (stageId) => createProcessWorkspace(workDir, stageId, killGraceMs),
  };
}
