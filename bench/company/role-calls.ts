import { type Endpoint, endpointUrl } from '@millrace/contract/api';
import { endpoints } from '@millrace/contract/endpoints';
import { call, forEach } from './calls.ts';
import type { Company } from './company.ts';
import { expectedOf, type Role, roles } from './expected-access.ts';
import { organization, repoName, teamName } from './plan.ts';
import { report, row, section } from './report.ts';
import { checkStreamsAndGit } from './stream-roles.ts';

/** Existing things, where the company has them. */
const params = {
  artifact: 1,
  bisection: 1,
  build: 1,
  cache: 1,
  cause: 1,
  credential: 1,
  cron: 'nightly',
  delivery: 1,
  job: 1,
  kept: 1,
  login: 'stranger',
  lookup: 1,
  machine: 'runner-1',
  mapping: 1,
  member: 'reader',
  name: repoName(0),
  namespace: organization,
  pull: '1',
  registry: 'docker.io',
  repo: repoName(0),
  runner: 'runner-1',
  secret: 'token',
  stage: 1,
  step: 1,
  subscription: 1,
  team: teamName(1),
  template: 'steps.yaml',
  terminal: 1,
  test: 1,
  token: 1,
  '*': 'README',
};

const isRead = ({ method }: Endpoint) => method === 'GET';
/** Sockets and long polls are not answered at once. */
const isAnswered = ({ isSocket, longPoll }: Endpoint) => !isSocket && !longPoll;

/**
 * Makes each call of the API in each role. Changes are made only by those that must be refused, so that nothing
 * changes. A read must answer a role that has the right as it answers the system admin.
 */
export async function checkRoles(company: Company): Promise<void> {
  section('Role × call');
  const tokens = tokensOf(company);
  const counts = { allowed: 0, refused: 0, absent: 0 };
  await forEach(endpoints.filter(isAnswered), 4, async (endpoint) => {
    const [url = ''] = company.servers.urls;
    const path = endpointUrl(endpoint, params);
    const ask = (role: Role) => call(url, tokens[role], endpoint.method, path);
    const known = isRead(endpoint) ? (await ask('system admin')).status : 200;
    for (const role of roles) {
      const expected = expectedOf(endpoint, role);
      if (expected === 'ok' && (!isRead(endpoint) || role === 'system admin')) continue;
      const { status } = await ask(role);
      const what = `${role}: ${endpoint.method} ${path}`;
      if (expected === 'ok') {
        counts.allowed++;
        if (refusals.has(status) && status !== known) report(`${what} answered ${status}`);
      } else {
        counts.refused++;
        if (expected === 404 && known === 404) counts.absent++;
        if (status !== expected) report(`${what} answered ${status}, expected ${expected}`);
      }
    }
  });
  await checkStreamsAndGit(company.servers.urls[0] ?? '', tokens);
  row('calls of the API', String(endpoints.filter(isAnswered).length));
  row('reads that a role may make, answered', String(counts.allowed));
  row('calls that a role may not make, refused', String(counts.refused));
  row('of these 404 where the company has no such thing', String(counts.absent));
}

const refusals = new Set([401, 403, 404]);

function tokensOf({ cast, root }: Company): Record<Role, string | undefined> {
  return {
    guest: undefined,
    stranger: cast.stranger.token,
    member: cast.member.token,
    reader: cast.reader.token,
    writer: cast.writer.token,
    'admin-of-repo': cast['admin-of-repo'].token,
    owner: cast.owner.token,
    auditor: cast.auditor.token,
    'system admin': root.token,
  };
}
