import { z } from 'zod/mini';

/**
 * Columns of Drone. The databases return booleans, large numbers and bytes in different types; columns that a
 * version of Drone does not have are undefined.
 */
const text = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.instanceof(Uint8Array), z.number()]))),
  z.transform((value) =>
    // Postgres does not store NUL in texts.
    (value instanceof Uint8Array
      ? Buffer.from(value).toString('utf8')
      : String(value ?? '')
    ).replaceAll('\0', ''),
  ),
);
const whole = z.pipe(
  z.pipe(
    z.optional(z.nullable(z.union([z.number(), z.string(), z.bigint(), z.boolean()]))),
    z.transform((value) => Number(value ?? 0)),
  ),
  z.number().check(z.refine(Number.isSafeInteger, 'it is not a whole number of less than 2^53')),
);
const flag = z.pipe(
  z.optional(z.nullable(z.union([z.boolean(), z.number(), z.string()]))),
  z.transform((value) => [true, 1, '1', 't', 'true'].includes(value ?? false)),
);
/** Text or bytes, which may be encrypted. */
const bytes = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.instanceof(Uint8Array)]))),
  z.transform((value) => Buffer.from(value ?? '')),
);

export const userRow = z.object({
  user_id: whole,
  user_login: text,
  user_email: text,
  user_admin: flag,
  user_machine: flag,
  user_active: flag,
  user_avatar: text,
  user_synced: whole,
  user_created: whole,
  user_updated: whole,
  user_last_login: whole,
  user_oauth_token: bytes,
  user_oauth_refresh: bytes,
  user_oauth_expiry: whole,
  user_hash: text,
});
export type UserRow = z.infer<typeof userRow>;

export const repoRow = z.object({
  repo_id: whole,
  repo_uid: text,
  repo_user_id: whole,
  repo_slug: text,
  repo_active: flag,
  repo_private: flag,
  repo_visibility: text,
  repo_branch: text,
  repo_counter: whole,
  repo_config: text,
  repo_timeout: whole,
  repo_trusted: flag,
  repo_protected: flag,
  repo_synced: whole,
  repo_created: whole,
  repo_updated: whole,
  repo_signer: text,
  repo_secret: text,
  repo_no_forks: flag,
  repo_no_pulls: flag,
  repo_cancel_pulls: flag,
  repo_cancel_push: flag,
  repo_cancel_running: flag,
  repo_throttle: whole,
});
export type RepoRow = z.infer<typeof repoRow>;

export const permRow = z.object({
  perm_user_id: whole,
  perm_repo_uid: text,
  perm_read: flag,
  perm_write: flag,
  perm_admin: flag,
});

export const secretRow = z.object({
  secret_id: whole,
  secret_repo_id: whole,
  secret_namespace: text,
  secret_name: text,
  secret_data: bytes,
  secret_pull_request: flag,
  secret_pull_request_push: flag,
});

export type SecretRow = z.infer<typeof secretRow>;

export const templateRow = z.object({
  template_id: whole,
  template_name: text,
  template_namespace: text,
  template_data: text,
  template_created: whole,
  template_updated: whole,
});

export const cronRow = z.object({
  cron_id: whole,
  cron_repo_id: whole,
  cron_name: text,
  cron_expr: text,
  cron_next: whole,
  cron_prev: whole,
  cron_branch: text,
  cron_target: text,
  cron_disabled: flag,
  cron_created: whole,
  cron_updated: whole,
});

export type CronRow = z.infer<typeof cronRow>;

export const buildRow = z.object({
  build_id: whole,
  build_repo_id: whole,
  build_trigger: text,
  build_number: whole,
  build_parent: whole,
  build_status: text,
  build_error: text,
  build_event: text,
  build_action: text,
  build_link: text,
  build_timestamp: whole,
  build_title: text,
  build_message: text,
  build_before: text,
  build_after: text,
  build_ref: text,
  build_source_repo: text,
  build_source: text,
  build_target: text,
  build_author: text,
  build_author_name: text,
  build_author_email: text,
  build_author_avatar: text,
  build_sender: text,
  build_deploy: text,
  build_params: text,
  build_cron: text,
  build_debug: flag,
  build_started: whole,
  build_finished: whole,
  build_created: whole,
  build_updated: whole,
  build_version: whole,
});
export type BuildRow = z.infer<typeof buildRow>;

export const stageRow = z.object({
  stage_id: whole,
  stage_build_id: whole,
  stage_number: whole,
  stage_kind: text,
  stage_type: text,
  stage_name: text,
  stage_status: text,
  stage_error: text,
  stage_exit_code: whole,
  stage_limit: whole,
  stage_os: text,
  stage_arch: text,
  stage_variant: text,
  stage_kernel: text,
  stage_machine: text,
  stage_started: whole,
  stage_stopped: whole,
  stage_created: whole,
  stage_updated: whole,
  stage_version: whole,
  stage_on_success: flag,
  stage_on_failure: flag,
  stage_depends_on: text,
  stage_labels: text,
});
export type StageRow = z.infer<typeof stageRow>;

export const stepRow = z.object({
  step_id: whole,
  step_stage_id: whole,
  step_number: whole,
  step_name: text,
  step_status: text,
  step_error: text,
  step_errignore: flag,
  step_exit_code: whole,
  step_started: whole,
  step_stopped: whole,
  step_version: whole,
  step_depends_on: text,
  step_image: text,
  step_detached: flag,
  step_schema: text,
});
export type StepRow = z.infer<typeof stepRow>;

export const logRow = z.object({ log_id: whole, log_data: bytes });
export const logSizeRow = z.object({ log_id: whole, size: whole });
export const cardRow = z.object({ card_id: whole, card_data: text });
export const countRow = z.object({ count: whole });
