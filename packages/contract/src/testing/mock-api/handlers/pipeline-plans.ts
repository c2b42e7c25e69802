import { backTestPipelineFile, getBranchFile, planPipelineFile } from '../../../api/index.ts';
import { on } from './on.ts';

export const pipelinePlanHandlers = [
  on(getBranchFile, ({ state }) => state.branchFile),
  on(planPipelineFile, ({ state }) => state.filePlan),
  on(backTestPipelineFile, ({ state }) => state.backTest),
];
