/** Accounts with their sessions and identities elsewhere. */
export const accounts = `
create table users (
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
);
create index users_lower_login on users (lower(login));

create table sessions (
  id_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  expires integer not null
);
create index sessions_user on sessions (user_id);

create table sign_in_attempts (
  key text primary key,
  points integer not null,
  expire integer
);

create table forge_identities (
  user_id integer primary key references users (id) on delete cascade,
  forge text not null,
  uid text not null,
  tokens_sealed text,
  invited integer not null default 0,
  checked integer not null default 0,
  unique (forge, uid)
);
create index forge_identities_checked on forge_identities (checked);

create table external_identities (
  user_id integer not null references users (id) on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  checked integer not null,
  primary key (user_id, provider),
  unique (provider, issuer, subject)
);
create index external_identities_checked on external_identities (provider, checked, user_id);
`;
