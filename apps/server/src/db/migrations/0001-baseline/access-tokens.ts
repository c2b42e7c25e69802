/** Access tokens of accounts. They may be limited to a repository, so its table exists already. */
export const accessTokens = `
create table access_tokens (
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
create index access_tokens_repo on access_tokens (repo_id);
`;
