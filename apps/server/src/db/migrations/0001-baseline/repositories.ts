/** Repositories with their members, webhooks, sizes and namespaces. */
export const repositories = `
create table repos (
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
create index repos_checked on repos (checked) where active = 1;
create unique index repos_forge_uid on repos (forge, uid);
create index repos_lower_namespace on repos (lower(namespace));
create index repos_lower_slug on repos (lower(slug));
create index repos_namespace on repos (namespace);

create table repo_permissions (
  user_id integer not null references users (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  "read" integer not null,
  "write" integer not null,
  admin integer not null,
  primary key (user_id, repo_id)
);
create index repo_permissions_repo on repo_permissions (repo_id);

create table repo_hooks (
  repo_id integer primary key references repos (id) on delete cascade,
  secret_sealed text not null
);

create table forge_namespaces (
  forge text not null,
  namespace text not null,
  uid text not null,
  primary key (forge, namespace),
  unique (forge, uid)
);

create table namespace_moves (
  namespace text primary key,
  successor text
);

create table repo_sizes (
  repo_id integer primary key references repos (id) on delete cascade,
  git integer not null,
  logs integer not null,
  artifacts integer not null,
  caches integer not null default 0,
  measured integer not null
);
create index repo_sizes_measured on repo_sizes (measured);

create table build_access (
  repo_id integer not null references repos (id) on delete cascade,
  target_id integer not null references repos (id) on delete cascade,
  added_by text not null,
  created integer not null,
  primary key (repo_id, target_id)
);
create index build_access_target on build_access (target_id);
`;
