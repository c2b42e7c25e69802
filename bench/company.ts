// Life of a company of 500 people in 40 teams with 200 repositories and 30 runners, with OpenID Connect and LDAP: joiner,
// mover, leaver, audit, incident and month's end, the reads of a person with many rights, and each call by each role. Two
// servers on one Postgres, or one on SQLite. The exit code is 1 if anything is reachable that should not be.
// `npm run bench -- company sqlite 100 40` chooses the database and the numbers of people and repositories.
import { runAudit } from './company/audit.ts';
import { buildCompany } from './company/build-company.ts';
import { runIncident } from './company/incident.ts';
import { runJoiners } from './company/joiner.ts';
import { runLeavers } from './company/leaver.ts';
import { runMonthEnd } from './company/month-end.ts';
import { runMovers } from './company/mover.ts';
import { measureReads } from './company/page-reads.ts';
import { section, unexpected } from './company/report.ts';
import { checkRoles } from './company/role-calls.ts';
import { print } from './support/statistics.ts';

const [database, people = 500, repos = 200] = process.argv.slice(2);
if (database !== undefined && database !== 'sqlite' && database !== 'postgres') {
  throw new Error(`Unknown database ${database}: sqlite or postgres`);
}
const size = {
  people: Number(people),
  signedIn: 60,
  repos: Number(repos),
  runners: 30,
  builds: 2,
};
const stops: (() => Promise<void>)[] = [];
const startedAt = performance.now();
try {
  const company = await buildCompany(database, size, (stop) => stops.unshift(stop));
  const [url = ''] = company.servers.urls;
  section('Reads of the same person in the whole company');
  await measureReads(url, company.manyRights.token);
  await runJoiners(company);
  await runMovers(company);
  await runLeavers(company);
  await runIncident(company);
  await runAudit(company);
  await runMonthEnd(company);
  await checkRoles(company);
} finally {
  for (const stop of stops) await stop();
}
print(
  `\n${((performance.now() - startedAt) / 1000).toFixed(0)} s, ${unexpected.length} unexpected`,
);
process.exitCode = unexpected.length > 0 ? 1 : 0;
