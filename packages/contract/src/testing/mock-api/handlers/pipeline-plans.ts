import {
  backTestPipelineFile,
  commitPipelineFile,
  getBranchFile,
  getCommitPlan,
  getPipelineChange,
  planPipelineFile,
} from '../../../api/index.ts';
import { on } from './on.ts';

export const pipelinePlanHandlers = [
  on(getBranchFile, ({ state }) => state.branchFile),
  on(getPipelineChange, ({ state }) => state.pipelineChange),
  on(getCommitPlan, ({ state }) => state.commitPlan),
  on(planPipelineFile, ({ state }) => state.filePlan),
  on(commitPipelineFile, ({ state, body }) => {
    const branch = body.new_branch ?? body.branch;
    const commit = 'b'.repeat(40);
    state.branchFile = { ...state.branchFile, branch, commit, text: body.text };
    const link = `https://forge.example/commit/${commit}`;
    const pull_request_link = body.new_branch ? `https://forge.example/compare/${branch}` : '';
    return { commit, branch, link, pull_request_link };
  }),
  on(backTestPipelineFile, ({ state }) => state.backTest),
];
