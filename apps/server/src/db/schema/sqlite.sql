CREATE TABLE access_tokens (
  id integer primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  hash text not null unique,
  scope text not null,
  repo_id integer references repos (id) on delete cascade,
  created integer not null,
  expires integer not null,
  last_used integer not null,
  unique (user_id, name)
);
CREATE INDEX access_tokens_repo on access_tokens (repo_id);

CREATE TABLE account_groups (
  user_id integer not null references users (id) on delete cascade,
  provider text not null,
  name text not null,
  primary key (user_id, provider, name)
);
CREATE INDEX account_groups_name on account_groups (name);

CREATE TABLE announcement (
  id integer primary key check (id = 1),
  text text not null,
  starts integer not null,
  ends integer not null,
  read_only_from integer not null
);

CREATE TABLE artifact_limits (
  repo_id integer primary key references repos (id) on delete cascade,
  days integer,
  file_bytes integer,
  build_bytes integer,
  repo_bytes integer,
  days_beyond integer not null default 0
);

CREATE TABLE artifact_totals (
  repo_id integer not null references repos (id) on delete cascade,
  build_id integer not null,
  bytes integer not null,
  counted integer not null,
  primary key (repo_id, build_id)
);

CREATE TABLE artifacts (
  id integer primary key autoincrement,
  step_id integer references steps (id) on delete set null,
  repo_id integer not null,
  build_id integer not null,
  path text not null,
  size integer not null,
  sha256 text not null,
  created integer not null,
  executable integer not null default 0,
  link_target text,
  "key" text not null unique,
  due integer,
  tries integer not null
, expires integer);
CREATE INDEX artifacts_build on artifacts (build_id);
CREATE INDEX artifacts_due on artifacts (due) where due is not null;
CREATE INDEX artifacts_expires on artifacts (expires, build_id) where expires is not null;
CREATE INDEX artifacts_left on artifacts (id) where step_id is null;
CREATE UNIQUE INDEX artifacts_path on artifacts (step_id, path) where due is null;
CREATE INDEX artifacts_repo on artifacts (repo_id, build_id, created, size);
CREATE INDEX artifacts_step on artifacts (step_id);

CREATE TABLE audit_events (
  id integer primary key autoincrement,
  time integer not null,
  action text not null,
  actor_id integer,
  actor text not null,
  credential text not null,
  token text not null,
  address text not null,
  repo_id integer,
  repo text not null,
  target text not null,
  details text not null
);
CREATE INDEX audit_events_action on audit_events (action, id);
CREATE INDEX audit_events_actor on audit_events (actor, id);
CREATE INDEX audit_events_repo on audit_events (repo_id, id);
CREATE INDEX audit_events_slug on audit_events (repo, id);
CREATE INDEX audit_events_time on audit_events (time);
CREATE TRIGGER audit_events_unchanged before update on audit_events
      begin select raise(abort, 'audit events cannot be changed'); end;

CREATE TABLE badge_keys (
  repo_id integer primary key references repos (id) on delete cascade,
  key text not null
);

CREATE TABLE bisection_commits (
  bisection_id integer not null references bisections (id) on delete cascade,
  position integer not null,
  sha text not null,
  message text not null,
  author_login text not null,
  author_name text not null,
  author_email text not null,
  author_avatar text not null,
  committed integer not null,
  primary key (bisection_id, position)
);

CREATE TABLE bisection_runs (
  bisection_id integer not null references bisections (id) on delete cascade,
  number integer not null,
  position integer not null,
  build integer not null,
  outcome text not null,
  created integer not null,
  primary key (bisection_id, number)
);

CREATE TABLE bisection_settings (
  repo_id integer primary key references repos (id) on delete cascade,
  automatic integer not null,
  comments integer not null
);

CREATE TABLE bisections (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  status text not null,
  error text not null,
  starter text not null,
  reader text not null default '',
  canceled_by text not null,
  build integer not null,
  step_id integer not null,
  stage text not null,
  step text not null,
  good_build integer not null,
  good_commit text not null,
  bad_build integer not null,
  bad_commit text not null,
  failures integer not null,
  flakiness text not null,
  first_bad integer not null,
  last_bad integer not null,
  confidence double precision not null,
  created integer not null,
  finished integer not null
);
CREATE INDEX bisections_repo on bisections (repo_id, id);

CREATE TABLE build_access (
  repo_id integer not null references repos (id) on delete cascade,
  target_id integer not null references repos (id) on delete cascade,
  added_by text not null,
  created integer not null,
  primary key (repo_id, target_id)
);
CREATE INDEX build_access_target on build_access (target_id);

CREATE TABLE build_attempts (
  build_id integer not null references builds (id) on delete cascade,
  attempt integer not null,
  login text not null,
  status text not null,
  created integer not null,
  started integer not null,
  finished integer not null,
  primary key (build_id, attempt)
);

CREATE TABLE build_changes (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  build_id integer not null references builds (id) on delete cascade,
  version integer not null
);
CREATE INDEX build_changes_build on build_changes (build_id);
CREATE INDEX build_changes_repo on build_changes (repo_id);

CREATE TABLE build_configs (
  build_id integer primary key references builds (id) on delete cascade,
  text text not null,
  changed_paths text,
  source_hash text not null default ''
, matrices text not null default '{}');

CREATE TABLE build_words (
  repo_id integer not null,
  word text not null,
  build_id integer not null references builds (id) on delete cascade,
  primary key (repo_id, word, build_id)
) without rowid;
CREATE INDEX build_words_build on build_words (build_id);
CREATE INDEX build_words_checked on build_words (build_id, word);
CREATE INDEX build_words_word on build_words (word, build_id);

CREATE TABLE builds (
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
  version integer not null, ending text not null default '', ignored_failures integer not null default 0,
  unique (repo_id, number)
);
CREATE INDEX builds_author on builds (author_login, repo_id, id);
CREATE INDEX builds_commit on builds (repo_id, "after", number);
CREATE INDEX builds_created on builds (created);
CREATE INDEX builds_cron on builds (cron, repo_id, id) where cron <> '';
CREATE UNIQUE INDEX builds_delivery on builds (repo_id, delivery) where delivery is not null;
CREATE INDEX builds_deploy_to on builds (deploy_to, repo_id, id) where deploy_to <> '';
CREATE INDEX builds_facets on builds
  (repo_id, status, event, target, author_login, deploy_to, cron, created, id);
CREATE INDEX builds_listed on builds
  (repo_id, number, status, event, target, author_login, deploy_to, cron, created, id);
CREATE INDEX builds_newest on builds (repo_id, id);
CREATE INDEX builds_ref on builds (repo_id, ref, number);
CREATE INDEX builds_target on builds (repo_id, target, number);
CREATE INDEX builds_trends on builds (repo_id, created, number, event, target) where bisection = 0;
CREATE INDEX builds_unfinished on builds (repo_id, number)
  where status in ('pending', 'running', 'blocked');

CREATE TABLE cache_limits (
  repo_id integer primary key references repos (id) on delete cascade,
  days integer,
  repo_bytes integer
);

CREATE TABLE cache_lookups (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  build integer not null,
  stage text not null,
  step text not null,
  scope text not null,
  name text not null,
  paths text not null,
  missing_files text not null,
  cache_id integer,
  found_name text,
  reason text,
  created integer not null
);
CREATE INDEX cache_lookups_created on cache_lookups (created);
CREATE INDEX cache_lookups_repo on cache_lookups (repo_id, id);
CREATE INDEX cache_lookups_stage on cache_lookups (stage_id);

CREATE TABLE cache_objects (
  id integer primary key autoincrement,
  repo_id integer references repos (id) on delete set null,
  sha256 text not null,
  size integer not null,
  "key" text not null unique,
  due integer,
  tries integer not null
);
CREATE UNIQUE INDEX cache_objects_content on cache_objects (repo_id, sha256) where due is null;
CREATE INDEX cache_objects_due on cache_objects (due) where due is not null;
CREATE INDEX cache_objects_left on cache_objects (id) where repo_id is null;
CREATE INDEX cache_objects_repo on cache_objects (repo_id);

CREATE TABLE caches (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  object_id integer not null references cache_objects (id),
  place text not null,
  scope text not null,
  name text not null,
  paths text not null,
  size integer not null,
  build integer not null,
  created integer not null,
  last_used integer not null,
  hits integer not null
);
CREATE INDEX caches_object on caches (object_id);
CREATE UNIQUE INDEX caches_place on caches (repo_id, place);
CREATE INDEX caches_used on caches (last_used);

CREATE TABLE cards (
  step_id integer primary key references steps (id) on delete cascade,
  data text not null
);

CREATE TABLE cause_facts (
  fact integer not null,
  cause_id integer not null references causes (id) on delete cascade,
  failures integer not null,
  primary key (fact, cause_id)
);
CREATE INDEX cause_facts_cause on cause_facts (cause_id);

CREATE TABLE cause_weeks (
  repo_id integer not null references repos (id) on delete cascade,
  week integer not null,
  cause_id integer not null references causes (id) on delete cascade,
  failures integer not null,
  recovered integer not null,
  lost integer not null,
  primary key (repo_id, week, cause_id)
);
CREATE INDEX cause_weeks_cause on cause_weeks (cause_id);
CREATE INDEX cause_weeks_week on cause_weeks (week);

CREATE TABLE causes (
  id integer primary key autoincrement,
  failures integer not null
);

CREATE TABLE commit_statuses (
  build_id integer primary key references builds (id) on delete cascade,
  shown text not null,
  deployment text not null
);

CREATE TABLE crons (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  name text not null,
  expr text not null,
  time_zone text not null default '',
  next integer not null,
  prev integer not null,
  branch text not null,
  target text not null,
  disabled integer not null,
  reader text not null default '',
  error text not null default '',
  created integer not null,
  updated integer not null,
  version integer not null,
  unique (repo_id, name)
);
CREATE INDEX crons_next on crons (next) where disabled = 0;

CREATE TABLE deleted_artifacts (
  step_id integer primary key references steps (id) on delete cascade
);

CREATE TABLE external_identities (
  user_id integer not null references users (id) on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  checked integer not null,
  primary key (user_id, provider),
  unique (provider, issuer, subject)
);
CREATE INDEX external_identities_checked on external_identities (provider, checked, user_id);

CREATE TABLE failures (
  step_id integer primary key references steps (id) on delete cascade,
  cause_id integer not null references causes (id) on delete cascade,
  build_id integer not null,
  recovered integer not null,
  failed integer not null default 0
);
CREATE INDEX failures_build on failures (build_id);
CREATE INDEX failures_cause on failures (cause_id);

CREATE TABLE forge_identities (
  user_id integer primary key references users (id) on delete cascade,
  forge text not null,
  uid text not null,
  tokens_sealed text,
  invited integer not null default 0,
  checked integer not null default 0,
  unique (forge, uid)
);
CREATE INDEX forge_identities_checked on forge_identities (checked);

CREATE TABLE forge_namespaces (
  forge text not null,
  namespace text not null,
  uid text not null,
  primary key (forge, namespace),
  unique (forge, uid)
);

CREATE TABLE hook_deliveries (
  id integer primary key,
  repo_id integer not null references repos (id) on delete cascade,
  delivery text not null,
  received integer not null,
  unique (repo_id, delivery)
);
CREATE INDEX hook_deliveries_received on hook_deliveries (received);

CREATE TABLE imported_keys (
  repo_id integer primary key references repos (id) on delete cascade,
  sealed text not null
);

CREATE TABLE jobs (
  id integer primary key,
  kind text not null,
  key text not null,
  place integer not null,
  payload text not null,
  since integer not null,
  due integer not null,
  tries integer not null,
  aside integer not null default 0,
  revision integer not null default 0,
  error text,
  unique (kind, key)
);
CREATE INDEX jobs_due on jobs (kind, due) where error is null;
CREATE INDEX jobs_failed on jobs (due) where error is not null;
CREATE INDEX jobs_open on jobs (kind, place, id) where error is null;

CREATE TABLE kept_steps (
  id integer primary key autoincrement,
  step_id integer not null unique references steps (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  build_id integer not null references builds (id) on delete cascade,
  runner text not null,
  created integer not null,
  seen integer not null,
  until integer not null,
  ended integer not null,
  end_reason text not null,
  paused integer not null default 0
);
CREATE INDEX kept_steps_build on kept_steps (build_id);
CREATE INDEX kept_steps_present on kept_steps (until) where ended = 0;
CREATE INDEX kept_steps_repo on kept_steps (repo_id);

CREATE TABLE latest_builds (
  repo_id integer not null references repos (id) on delete cascade,
  kind text not null,
  name text not null,
  build_id integer not null references builds (id) on delete cascade,
  primary key (repo_id, kind, name)
);
CREATE INDEX latest_builds_build on latest_builds (build_id);

CREATE TABLE leases (
  name text primary key,
  holder text not null,
  until integer not null
);

CREATE TABLE log_blocks (
  step_id integer not null references steps (id) on delete cascade,
  first_pos integer not null,
  last_pos integer not null,
  bytes integer not null,
  lines blob not null,
  next_line integer,
  primary key (step_id, last_pos)
);

CREATE TABLE log_objects (
  id integer primary key autoincrement,
  step_id integer references steps (id) on delete set null,
  "key" text not null unique,
  first_pos integer not null,
  last_pos integer not null,
  frames text not null,
  next_line integer,
  due integer,
  tries integer not null
);
CREATE INDEX log_objects_due on log_objects (due) where due is not null;
CREATE INDEX log_objects_step on log_objects (step_id, last_pos);

CREATE TABLE namespace_moves (
  namespace text primary key,
  successor text
);

CREATE TABLE notification_addresses (
  id integer primary key,
  repo_id integer references repos (id) on delete cascade,
  user_id integer references users (id) on delete cascade,
  address text not null,
  asked integer not null,
  confirmed integer not null
);
CREATE UNIQUE INDEX notification_addresses_repo on notification_addresses (repo_id, address)
  where repo_id is not null;
CREATE UNIQUE INDEX notification_addresses_user on notification_addresses (user_id, address)
  where user_id is not null;

CREATE TABLE notification_deliveries (
  id integer primary key,
  subscription_id integer not null references notification_subscriptions (id) on delete cascade,
  key text not null,
  facts text not null,
  status text not null,
  tries integer not null,
  created integer not null,
  asked integer not null,
  tried integer not null,
  request text not null,
  response_status integer not null,
  response text not null,
  error text not null,
  unique (subscription_id, key)
);
CREATE INDEX notification_deliveries_created on notification_deliveries (created);
CREATE INDEX notification_deliveries_held on notification_deliveries (subscription_id, created)
  where status = 'held';

CREATE TABLE notification_repos (
  subscription_id integer not null references notification_subscriptions (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  primary key (subscription_id, repo_id)
);
CREATE INDEX notification_repos_repo on notification_repos (repo_id);

CREATE TABLE notification_subscriptions (
  id integer primary key,
  repo_id integer references repos (id) on delete cascade,
  user_id integer references users (id) on delete cascade,
  name text not null,
  channel text not null,
  host text not null,
  recipients text not null,
  signed integer not null,
  sealed text not null,
  rule text not null,
  branches text not null,
  events text not null,
  digest text not null,
  scope text not null,
  disabled integer not null,
  created integer not null,
  updated integer not null,
  unique (repo_id, name),
  unique (user_id, name),
  check ((repo_id is null) <> (user_id is null))
);

CREATE TABLE organization_members (
  organization_id integer not null references organizations (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  role text not null,
  by_group integer not null,
  primary key (organization_id, user_id)
);
CREATE INDEX organization_members_user on organization_members (user_id);

CREATE TABLE organizations (
  id integer primary key autoincrement,
  name text not null unique,
  members_create integer not null,
  created integer not null
);
CREATE INDEX organizations_lower_name on organizations (lower(name));

CREATE TABLE outbox_cursors (
  listener text primary key,
  change_id integer not null
);

CREATE TABLE owner_limits (
  namespace text primary key,
  running integer,
  storage integer
);

CREATE TABLE pipeline_changes (
  build_id integer primary key references builds (id) on delete cascade,
  error text not null,
  result text not null
);

CREATE TABLE policies (
  name text primary key,
  definition text not null
);

CREATE TABLE protected_refs (
  repo_id integer primary key references repos (id) on delete cascade,
  branches text not null,
  tags text not null
);

CREATE TABLE recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);

CREATE TABLE registries (
  id integer primary key autoincrement,
  repo_id integer references repos (id) on delete cascade,
  namespace text,
  name text not null,
  username text not null,
  password text not null,
  created integer not null,
  updated integer not null,
  last_used integer not null
);
CREATE UNIQUE INDEX registries_namespace on registries (namespace, name) where namespace is not null;
CREATE UNIQUE INDEX registries_repo on registries (repo_id, name) where repo_id is not null;
CREATE UNIQUE INDEX registries_server on registries (name) where repo_id is null and namespace is null;

CREATE TABLE repo_causes (
  cause_id integer not null references causes (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  failures integer not null,
  recovered integer not null,
  first_build integer not null,
  first_commit text not null,
  first_seen integer not null,
  last_seen integer not null,
  step_name text not null default '',
  title text not null default '',
  name text not null default '',
  issue text not null default '',
  retry integer not null default 0,
  primary key (cause_id, repo_id)
);
CREATE INDEX repo_causes_repo on repo_causes (repo_id);

CREATE TABLE repo_hooks (
  repo_id integer primary key references repos (id) on delete cascade,
  secret_sealed text not null
);

CREATE TABLE repo_permissions (
  user_id integer not null references users (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  "read" integer not null,
  "write" integer not null,
  admin integer not null, granted_rank integer, team_rank integer not null default 0,
  primary key (user_id, repo_id)
);
CREATE INDEX repo_permissions_repo on repo_permissions (repo_id);

CREATE TABLE repo_priorities (
  repo_id integer primary key references repos (id) on delete cascade,
  rules text not null
);

CREATE TABLE repo_sizes (
  repo_id integer primary key references repos (id) on delete cascade,
  git integer not null,
  logs integer not null,
  artifacts integer not null,
  caches integer not null default 0,
  measured integer not null
);
CREATE INDEX repo_sizes_measured on repo_sizes (measured);

CREATE TABLE repos (
  id integer primary key autoincrement,
  uid text not null,
  user_id integer not null,
  namespace text not null,
  name text not null,
  slug text not null unique,
  forge text not null,
  forge_private integer not null default 1,
  default_branch text not null,
  visibility text not null,
  active integer not null,
  config_path text not null,
  config_folder text not null default '',
  trusted integer not null,
  protected integer not null,
  ignore_forks integer not null,
  ignore_pull_requests integer not null,
  auto_cancel_pull_requests integer not null,
  auto_cancel_pushes integer not null,
  auto_cancel_running integer not null,
  timeout integer not null,
  throttle integer not null default 0,
  has_tests integer not null default 0,
  counter integer not null,
  checked integer not null default 0,
  missing integer not null default 0,
  synced integer not null,
  created integer not null,
  updated integer not null,
  version integer not null
);
CREATE INDEX repos_checked on repos (checked) where active = 1;
CREATE UNIQUE INDEX repos_forge_uid on repos (forge, uid);
CREATE INDEX repos_lower_namespace on repos (lower(namespace));
CREATE INDEX repos_lower_slug on repos (lower(slug));
CREATE INDEX repos_namespace on repos (namespace);

CREATE TABLE retention_limits (
  repo_id integer not null references repos (id) on delete cascade,
  name text not null,
  value integer not null,
  beyond integer not null,
  primary key (repo_id, name)
);

CREATE TABLE runner_credentials (
  id integer primary key autoincrement,
  name text not null,
  repo_id integer references repos (id) on delete cascade,
  namespace text,
  protected integer not null,
  labels text not null,
  created_by text not null,
  created integer not null,
  token_hash text unique,
  token_expires integer not null,
  hash text unique,
  registered integer not null default 0,
  last_used integer not null default 0,
  revoked integer not null default 0
);
CREATE UNIQUE INDEX runner_credentials_name on runner_credentials (name) where revoked = 0;
CREATE INDEX runner_credentials_namespace on runner_credentials (namespace) where namespace is not null;
CREATE INDEX runner_credentials_repo on runner_credentials (repo_id) where repo_id is not null;

CREATE TABLE runners (
  name text primary key,
  state text not null,
  processes text not null,
  seen integer not null,
  description text not null
);

CREATE TABLE scim_groups (
  id integer primary key autoincrement,
  name text not null unique,
  external_id text not null,
  created integer not null,
  updated integer not null
);

CREATE TABLE scim_members (
  group_id integer not null references scim_groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  primary key (group_id, user_id)
);
CREATE INDEX scim_members_user on scim_members (user_id);

CREATE TABLE scim_users (
  user_id integer primary key references users (id) on delete cascade,
  user_name text not null,
  external_id text not null
);
CREATE INDEX scim_users_external_id on scim_users (external_id);
CREATE UNIQUE INDEX scim_users_name on scim_users (lower(user_name));

CREATE TABLE sealed_values (
  name text primary key,
  sealed text not null
);

CREATE TABLE secrets (
  id integer primary key autoincrement,
  repo_id integer references repos (id) on delete cascade,
  namespace text,
  name text not null,
  sealed text not null,
  pull_request integer not null,
  pull_request_push integer not null,
  events text not null default '[]',
  branches text not null default '[]',
  images text not null default '[]',
  last_used integer not null default 0,
  last_used_build integer not null default 0,
  created integer not null,
  updated integer not null
);
CREATE UNIQUE INDEX secrets_namespace on secrets (namespace, name) where namespace is not null;
CREATE UNIQUE INDEX secrets_repo on secrets (repo_id, name) where repo_id is not null;
CREATE UNIQUE INDEX secrets_server on secrets (name) where repo_id is null and namespace is null;

CREATE TABLE server_state (
  name text primary key,
  value text not null
);

CREATE TABLE servers (
  id text primary key,
  host text not null,
  seen integer not null,
  runners text not null
);

CREATE TABLE sessions (
  id_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  expires integer not null
, created integer not null default 0, last_seen integer not null default 0, address text not null default '', browser text not null default '', provider_sid text);
CREATE INDEX sessions_provider_sid on sessions (provider_sid);
CREATE INDEX sessions_user on sessions (user_id);

CREATE TABLE sign_in_attempts (
  key text primary key,
  points integer not null,
  expire integer
);

CREATE TABLE stage_contacts (
  stage_id integer primary key references stages (id) on delete cascade,
  heard integer not null
);

CREATE TABLE stage_outputs (
  stage_id integer not null references stages (id) on delete cascade,
  name text not null,
  encrypted text not null,
  masked integer not null,
  primary key (stage_id, name)
);

CREATE TABLE stages (
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
  host text not null default '{}', cleans_up integer not null default 0, errignore integer not null default 0, manual text not null default '', needs_approval integer not null default 0, matrix_of text not null default '', decision_note text not null default '', priority integer not null default 0,
  unique (build_id, number)
);
CREATE INDEX stages_placeholders on stages (id)
  where matrix_of <> '' and status = 'waiting_on_dependencies';
CREATE INDEX stages_unfinished on stages (id)
  where status in ('pending', 'running', 'blocked', 'waiting_on_dependencies');

CREATE TABLE step_summaries (
  step_id integer primary key references steps (id) on delete cascade,
  text text not null
);

CREATE TABLE steps (
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
  image_digest text not null default '', duration_ms integer not null default 0,
  unique (stage_id, number)
);

CREATE TABLE team_groups (
  id integer primary key autoincrement,
  team_id integer not null references teams (id) on delete cascade,
  name text not null,
  unique (team_id, name)
);

CREATE TABLE team_members (
  team_id integer not null references teams (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  by_hand integer not null,
  by_group integer not null,
  primary key (team_id, user_id)
);
CREATE INDEX team_members_user on team_members (user_id);

CREATE TABLE team_repos (
  team_id integer not null references teams (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  primary key (team_id, repo_id)
);
CREATE INDEX team_repos_repo on team_repos (repo_id);

CREATE TABLE teams (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id) on delete cascade,
  name text not null,
  role text not null,
  all_repos integer not null,
  created integer not null,
  unique (organization_id, name)
);

CREATE TABLE templates (
  id integer primary key autoincrement,
  namespace text not null,
  name text not null,
  data text not null,
  created integer not null,
  updated integer not null,
  unique (namespace, name)
);

CREATE TABLE terminal_output (
  terminal_id integer not null references terminals (id) on delete cascade,
  position integer not null,
  time_ms integer not null,
  data text not null,
  primary key (terminal_id, position)
);

CREATE TABLE terminal_settings (
  repo_id integer primary key references repos (id) on delete cascade,
  keep_failed integer not null
);

CREATE TABLE terminals (
  id integer primary key autoincrement,
  kept_id integer not null references kept_steps (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  token_id integer,
  login text not null,
  created integer not null,
  seen integer not null,
  width integer not null,
  height integer not null,
  output_bytes integer not null,
  ended integer not null,
  end_reason text not null,
  exit_code integer,
  error text not null
);
CREATE INDEX terminals_kept on terminals (kept_id);
CREATE INDEX terminals_user on terminals (user_id);

CREATE TABLE test_blocks (
  id integer primary key autoincrement,
  step_id integer not null references steps (id) on delete cascade,
  build_id integer not null,
  level integer not null,
  entries blob not null
);
CREATE INDEX test_blocks_build on test_blocks (build_id);
CREATE INDEX test_blocks_step on test_blocks (step_id, level);

CREATE TABLE test_failures (
  step_id integer not null references steps (id) on delete cascade,
  report integer not null,
  test_id integer not null references test_names (id) on delete cascade,
  type text not null,
  message text not null,
  texts blob not null,
  primary key (step_id, report, test_id)
);
CREATE INDEX test_failures_test on test_failures (test_id, step_id);

CREATE TABLE test_names (
  id integer primary key autoincrement,
  repo_id integer not null references repos (id) on delete cascade,
  key text not null,
  stage text not null,
  suite text not null,
  name text not null,
  file text not null,
  seen_in integer not null
);
CREATE UNIQUE INDEX test_names_key on test_names (repo_id, key);
CREATE INDEX test_names_repo on test_names (repo_id, id);
CREATE INDEX test_names_seen on test_names (repo_id, seen_in);

CREATE TABLE test_reports (
  step_id integer not null references steps (id) on delete cascade,
  number integer not null,
  path text not null,
  problem text not null,
  primary key (step_id, number)
);
CREATE UNIQUE INDEX test_reports_path on test_reports (step_id, path);

CREATE TABLE test_results (
  step_id integer primary key references steps (id) on delete cascade,
  repo_id integer not null,
  build_id integer not null,
  passed integer not null,
  failed integer not null,
  skipped integer not null
);
CREATE INDEX test_results_build on test_results (build_id);
CREATE INDEX test_results_repo on test_results (repo_id, build_id);

CREATE TABLE totp_secrets (
  user_id integer primary key references users (id) on delete cascade,
  secret_sealed text not null,
  last_step integer not null,
  created integer not null
);

CREATE TABLE usage_builds (
  build_id integer primary key references builds (id) on delete cascade,
  attempt integer not null
);

CREATE TABLE usage_days (
  day integer not null,
  namespace text not null,
  repo text not null,
  person text not null,
  runner text not null,
  labels text not null,
  stages integer not null,
  seconds integer not null,
  waited integer not null,
  primary key (day, namespace, repo, person, runner, labels)
);
CREATE INDEX usage_days_person on usage_days (person);

CREATE TABLE used_logout_tokens (
  id text primary key,
  expires integer not null
);

CREATE TABLE users (
  id integer primary key autoincrement,
  login text not null unique,
  email text not null,
  name text not null,
  avatar text not null,
  machine integer not null,
  admin integer not null,
  active integer not null,
  password_hash text,
  token_hash text not null unique,
  token_sealed text not null,
  syncing integer not null,
  synced integer not null,
  created integer not null,
  updated integer not null,
  last_login integer not null,
  unconfirmed integer not null default 0,
  access_ended integer not null default 0,
  access_ended_reason text not null default '',
  access_ended_detail text not null default ''
, auditor integer not null default 0);
CREATE INDEX users_lower_login on users (lower(login));