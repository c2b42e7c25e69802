/** Builds with their stages, steps, search terms and changes. */
export const builds = `
create table builds (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  "trigger" text not null,
  number integer not null,
  parent integer not null,
  status text not null,
  error text not null,
  event text not null,
  action text not null,
  link text not null,
  timestamp integer not null,
  title text not null,
  message text not null,
  "before" text not null,
  "after" text not null,
  ref text not null,
  source_repo text not null,
  source text not null,
  target text not null,
  author_login text not null,
  author_name text not null,
  author_email text not null,
  author_avatar text not null,
  sender text not null,
  params text not null,
  warnings text not null default '[]',
  delivery text,
  cron text not null,
  deploy_to text not null,
  debug integer not null,
  pause_stage text not null default '',
  pause_step text not null default '',
  canceled_by text not null default '',
  reader text not null default '',
  pinned integer not null default 0,
  expired text not null default '[]',
  attempt integer not null default 1,
  bisection integer not null default 0,
  file_base integer not null default 0,
  started integer not null,
  finished integer not null,
  created integer not null,
  updated integer not null,
  version integer not null,
  unique (repo_id, number)
);
create index builds_commit on builds (repo_id, "after", number);
create index builds_created on builds (created);
create unique index builds_delivery on builds (repo_id, delivery) where delivery is not null;
create index builds_facets on builds
  (repo_id, status, event, target, author_login, deploy_to, cron, created, id);
create index builds_ref on builds (repo_id, ref, number);
create index builds_target on builds (repo_id, target, number);
create index builds_unfinished on builds (repo_id, number)
  where status in ('pending', 'running', 'blocked');

create table build_attempts (
  build_id integer not null references builds (id) on delete cascade,
  attempt integer not null,
  login text not null,
  status text not null,
  created integer not null,
  started integer not null,
  finished integer not null,
  primary key (build_id, attempt)
);

create table build_words (
  repo_id integer not null,
  word text not null,
  build_id integer not null references builds (id) on delete cascade,
  primary key (repo_id, word, build_id)
) without rowid;
create index build_words_build on build_words (build_id);
create index build_words_word on build_words (word, build_id);

create table build_configs (
  build_id integer primary key references builds (id) on delete cascade,
  text text not null,
  changed_paths text,
  source_hash text not null default ''
);

create table stages (
  id integer primary key autoincrement,
  repo_id integer not null,
  build_id integer not null references builds (id) on delete cascade,
  number integer not null,
  name text not null,
  kind text not null,
  type text not null,
  status text not null,
  error text not null,
  exit_code integer not null,
  machine text not null,
  runner text not null default '',
  os text not null,
  arch text not null,
  variant text not null default '',
  kernel text not null default '',
  labels text not null default '{}',
  started integer not null,
  stopped integer not null,
  created integer not null,
  updated integer not null,
  version integer not null,
  on_success integer not null,
  on_failure integer not null,
  decided_by text not null default '',
  concurrency integer not null default 0,
  depends_on text not null,
  attempt integer not null default 1,
  replaced_in integer not null default 0,
  replaced_number integer not null default 0,
  retry text not null default '{}',
  retries integer not null default 0,
  failure_cause text not null default '',
  cluster_wait text not null default '',
  host text not null default '{}',
  unique (build_id, number)
);
create index stages_unfinished on stages (id)
  where status in ('pending', 'running', 'blocked', 'waiting_on_dependencies');

create table stage_outputs (
  stage_id integer not null references stages (id) on delete cascade,
  name text not null,
  encrypted text not null,
  masked integer not null,
  primary key (stage_id, name)
);

create table stage_contacts (
  stage_id integer primary key references stages (id) on delete cascade,
  heard integer not null
);

create table steps (
  id integer primary key autoincrement,
  stage_id integer not null references stages (id) on delete cascade,
  number integer not null,
  name text not null,
  status text not null,
  error text not null,
  errignore integer not null,
  exit_code integer not null,
  started integer not null,
  stopped integer not null,
  version integer not null,
  depends_on text not null,
  image text not null,
  detached integer not null,
  schema text not null,
  log_deleted integer not null default 0,
  has_summary integer not null default 0,
  image_digest text not null default '',
  unique (stage_id, number)
);

create table build_changes (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  build_id integer not null references builds (id) on delete cascade,
  version integer not null
);
create index build_changes_build on build_changes (build_id);
create index build_changes_repo on build_changes (repo_id);

create table outbox_cursors (
  listener text primary key,
  change_id integer not null
);

create table latest_builds (
  repo_id integer not null references repos (id) on delete cascade,
  kind text not null,
  name text not null,
  build_id integer not null references builds (id) on delete cascade,
  primary key (repo_id, kind, name)
);
create index latest_builds_build on latest_builds (build_id);
`;
