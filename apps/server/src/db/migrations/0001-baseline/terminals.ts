/** Kept steps, terminals in them, and their recorded output. */
export const terminals = `
create table kept_steps (
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
create index kept_steps_build on kept_steps (build_id);
create index kept_steps_present on kept_steps (until) where ended = 0;
create index kept_steps_repo on kept_steps (repo_id);

create table terminals (
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
create index terminals_kept on terminals (kept_id);
create index terminals_user on terminals (user_id);

create table terminal_output (
  terminal_id integer not null references terminals (id) on delete cascade,
  position integer not null,
  time_ms integer not null,
  data text not null,
  primary key (terminal_id, position)
);

create table terminal_settings (
  repo_id integer primary key references repos (id) on delete cascade,
  keep_failed integer not null
);
`;
