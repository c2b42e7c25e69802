import { z } from 'zod/mini';
import { statuses } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';
import { repoWithBuild } from './repos.schema.ts';

export const listIncompleteBuilds = defineDetails({
  access: 'system',
  summary: 'List builds with pending or running stages and their repositories, newest first',
  forPrograms:
    'For scripts of administrators; the list of all builds has a filter for running ones',
  output: z.array(repoWithBuild),
});

/**
 * A stage with the fields of its build and repository, flattened. Times are unix seconds. Limits are
 * integers as text, as existing clients expect; 0 means no limit.
 */
export const repoBuildStage = z.object({
  repo_namespace: z.string(),
  repo_name: z.string(),
  repo_slug: z.string(),
  build_number: z.number(),
  build_author: z.string(),
  build_author_name: z.string(),
  build_author_email: z.string(),
  build_author_avatar: z.string(),
  build_sender: z.string(),
  build_started: z.number(),
  build_finished: z.number(),
  build_created: z.number(),
  build_updated: z.number(),
  stage_name: z.string(),
  stage_kind: z.string(),
  stage_type: z.string(),
  stage_status: z.enum(statuses),
  stage_machine: z.string(),
  stage_os: z.string(),
  stage_arch: z.string(),
  stage_variant: z.string(),
  stage_kernel: z.string(),
  stage_limit: z.string(),
  stage_limit_repo: z.string(),
  stage_started: z.number(),
  stage_stopped: z.number(),
});

export const listIncompleteStages = defineDetails({
  access: 'system',
  summary: 'List pending and running stages with their builds and repositories, oldest first',
  forPrograms: 'The same by stages',
  output: z.array(repoBuildStage),
});
