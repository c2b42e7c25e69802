import { ask } from './calls.ts';
import type { Company } from './company.ts';
import { openTerminal } from './failed-step.ts';
import { organization, slugOf, teamName, teamOfRole } from './plan.ts';
import { section } from './report.ts';
import { measureLoss } from './right-loss.ts';

/** Measures the time until people who leave have no access. */
export async function runLeavers(company: Company): Promise<void> {
  const { servers, root, cast } = company;
  const [url = ''] = servers.urls;
  const slug = slugOf(0);

  section('Leaver: a system admin disables the account');
  await measureLoss(company, {
    person: cast.disabled,
    slug,
    status: 403,
    terminal: await openTerminal(company, cast.disabled),
    change: () => ask(url, root.token, 'PATCH', '/api/users/disabled', { active: false }),
  });

  section('Leaver: an owner removes the person from the team');
  const team = `/api/organizations/${organization}/teams/${teamName(teamOfRole.write)}`;
  await measureLoss(company, {
    person: cast.removed,
    slug,
    status: 404,
    terminal: await openTerminal(company, cast.removed),
    change: () => ask(url, root.token, 'DELETE', `${team}/members/removed`),
  });
}
