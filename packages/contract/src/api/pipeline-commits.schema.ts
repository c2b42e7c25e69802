import { z } from 'zod/mini';
import { isBranchName } from '../branch-name.ts';
import { defineDetails } from './endpoint.ts';
import { branchText } from './names.schema.ts';
import { maxCommitMessage } from './pipeline-commits.ts';
import { editedText } from './pipeline-plans.schema.ts';

/** Stands for bytes of a file that are not UTF-8. */
const replacement = '\ufffd';

const branchName = z
  .string()
  .check(
    z.maxLength(255, 'Invalid branch name: at most 255 characters'),
    z.refine(isBranchName, 'Invalid branch name'),
  );

export const pipelineCommit = z.object({
  commit: z.string(),
  branch: z.string(),
  /** Page of the commit at the forge. Empty if it has none. */
  link: z.string(),
  /** Page that opens a pull request for a new branch. Empty if there is none. */
  pull_request_link: z.string(),
});

export const newPipelineCommit = z.object({
  text: editedText.check(
    z.refine(
      (text) => !text.includes(replacement) && text.isWellFormed(),
      'The text has characters that are not UTF-8, which would be lost: commit it with git',
    ),
  ),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'No commit message'),
      z.maxLength(maxCommitMessage, `A commit message has at most ${maxCommitMessage} characters`),
    ),
  branch: branchText.check(z.maxLength(255)),
  /** Commit whose file was edited. */
  commit: z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'Invalid commit hash')),
  /** Creates this branch at `commit`, and leaves `branch` unchanged. */
  new_branch: z.optional(branchName),
});

export const commitPipelineFile = defineDetails({
  access: 'write',
  summary: 'Commit an edited pipeline file to a branch, as the caller',
  audit: { action: 'pipeline.commit', fields: ['branch', 'new_branch'] },
  body: newPipelineCommit,
  output: pipelineCommit,
});
