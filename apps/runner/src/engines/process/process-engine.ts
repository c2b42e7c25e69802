import { architectureName } from '../architectures.ts';
import type { Engine } from '../engine.ts';
import { canHaveNamespaces } from './can-have-namespaces.ts';
import { describeHost } from './describe-host.ts';
import { createProcessWorkspace } from './process-workspace.ts';
import {
  describeStepIsolation,
  detectStepIsolation,
  type StepIsolation,
  type StepIsolationOptions,
} from './step-isolation.ts';
import { sweepWorkspaces } from './sweep-workspaces.ts';

/** Options of the engine. Each runner needs its own `workDir`, because it clears the folder at its start. */
export interface ProcessEngineOptions extends StepIsolationOptions {
  /** Grace period of a step between TERM and KILL. */
  killGraceMs?: number;
  /** Stops and removes the workspaces of a crashed runner. */
  sweepHost?: () => Promise<void>;
}

/** Runs steps as processes of this host. */
export function createProcessEngine(options: ProcessEngineOptions): Engine {
  const { workDir, killGraceMs = 5000, sweepHost = () => sweepWorkspaces(workDir) } = options;
  let isolation: StepIsolation = { account: options.account, view: undefined, hasNamespace: false };
  return {
    type: 'exec',
    open: async () => {
      await sweepHost();
      const found = await detectStepIsolation(options);
      isolation = { ...found, hasNamespace: await canHaveNamespaces(workDir, found) };
      return { os: process.platform, arch: architectureName(process.arch) };
    },
    describeHost,
    describeSteps: () => describeStepIsolation(isolation),
    isolatesSteps: () => Boolean(isolation.view ?? isolation.account),
    createWorkspace: ({ stageId }) =>
      createProcessWorkspace(workDir, stageId, killGraceMs, isolation),
  };
}
