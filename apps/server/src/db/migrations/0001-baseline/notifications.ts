/** Subscriptions to finished builds, their addresses and messages. */
export const notifications = `
create table notification_addresses (
  id integer primary key,
  repo_id integer references repos (id) on delete cascade,
  user_id integer references users (id) on delete cascade,
  address text not null,
  asked integer not null,
  confirmed integer not null
);
create unique index notification_addresses_repo on notification_addresses (repo_id, address)
  where repo_id is not null;
create unique index notification_addresses_user on notification_addresses (user_id, address)
  where user_id is not null;

create table notification_subscriptions (
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

create table notification_repos (
  subscription_id integer not null references notification_subscriptions (id) on delete cascade,
  repo_id integer not null references repos (id) on delete cascade,
  primary key (subscription_id, repo_id)
);
create index notification_repos_repo on notification_repos (repo_id);

create table notification_deliveries (
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
create index notification_deliveries_created on notification_deliveries (created);
create index notification_deliveries_held on notification_deliveries (subscription_id, created)
  where status = 'held';
`;
