/** Servers on this database, their runners, leases and shared values, and the audit log. */
export const servers = `
create table audit_events (
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
create index audit_events_action on audit_events (action, id);
create index audit_events_actor on audit_events (actor, id);
create index audit_events_repo on audit_events (repo_id, id);
create index audit_events_time on audit_events (time);

create table runners (
  name text primary key,
  state text not null,
  processes text not null,
  seen integer not null,
  description text not null
);

create table servers (
  id text primary key,
  host text not null,
  seen integer not null,
  runners text not null
);

create table leases (
  name text primary key,
  holder text not null,
  until integer not null
);

create table server_state (
  name text primary key,
  value text not null
);
`;
