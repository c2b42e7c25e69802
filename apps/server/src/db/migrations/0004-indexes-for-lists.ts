import type { Migration } from 'kysely/migration';
import { run } from './run.ts';

/**
 * Lists of builds read these instead of the rows: those of a repository in the order of numbers, those of an account by
 * author, deployment target or cron job, or the newest ones, a word of one build, and the
 * names of repositories in the audit log.
 */
export const indexesForLists: Migration = {
  up: (db) =>
    run(
      db,
      `
create index builds_listed on builds
  (repo_id, number, status, event, target, author_login, deploy_to, cron, created, id);
create index builds_newest on builds (repo_id, id);
create index builds_author on builds (author_login, repo_id, id);
create index builds_deploy_to on builds (deploy_to, repo_id, id) where deploy_to <> '';
create index builds_cron on builds (cron, repo_id, id) where cron <> '';
create index build_words_checked on build_words (build_id, word);
create index audit_events_slug on audit_events (repo, id);
`,
    ),
};
