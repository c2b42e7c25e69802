import { architectureName } from '../architectures.ts';
import type { Engine } from '../engine.ts';
import { canHaveNamespaces } from './can-have-namespaces.ts';
import { createProcessWorkspace } from './process-workspace.ts';
import {
  describeStepPlace,
  findStepPlace,
  type StepPlace,
  type StepPlaceOptions,
} from './step-place.ts';
import { sweepWorkspaces } from './sweep-workspaces.ts';

/** Workspace folder. Each runner needs its own, because it clears the folder at its start. */
export interface ProcessEngineOptions extends StepPlaceOptions {
  /** Grace period of a step between TERM and KILL. */
  killGraceMs?: number;
  /** Stops and removes the workspaces of a crashed runner. */
  sweepHost?: () => Promise<void>;
}

/** Runs steps as processes of this host. */
export function createProcessEngine(options: ProcessEngineOptions): Engine {
  const { workDir, killGraceMs = 5000, sweepHost = () => sweepWorkspaces(workDir) } = options;
  let place: StepPlace = { account: options.account, view: undefined, hasNamespace: false };
  return {
    type: 'exec',
    open: async () => {
      await sweepHost();
      const found = await findStepPlace(options);
      place = { ...found, hasNamespace: await canHaveNamespaces(workDir, found) };
      return { os: process.platform, arch: architectureName(process.arch) };
    },
    describeSteps: () => describeStepPlace(place),
    keepsStepsApart: () => Boolean(place.view ?? place.account),
    createWorkspace: ({ stageId }) => createProcessWorkspace(workDir, stageId, killGraceMs, place),
  };
}
