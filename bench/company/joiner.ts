import type { Repo } from '@millrace/contract/api';
import { ask, until } from './calls.ts';
import type { Company } from './company.ts';
import { joiners } from './plan.ts';
import { row, rowMs, section } from './report.ts';

/** New people in a group sign in: time until they read the first repository of its team. */
export async function runJoiners({ servers, directory }: Company): Promise<void> {
  section('Joiner: a new person in a group');
  for (const person of joiners) {
    const name = person.by === 'oidc' ? 'OpenID Connect' : 'LDAP';
    if (person.by === 'ldap' && !directory.ldap) {
      row('LDAP', 'not measured: slapd is not installed');
      continue;
    }
    const startedAt = performance.now();
    const token = await directory.signIn(person);
    rowMs(`${name}: signed in, with all redirects of the provider`, performance.now() - startedAt);
    const url = servers.urls.at(-1) ?? '';
    const read = () => ask<Repo[]>(url, token, 'GET', '/api/user/repos');
    const [first] = await until('repositories', read, (repos) => repos.length > 0);
    if (!first) throw new Error('There is no repository');
    await ask(url, token, 'GET', `/api/repos/${first.slug}`);
    rowMs(`${name}: first repository readable`, performance.now() - startedAt);
  }
}
