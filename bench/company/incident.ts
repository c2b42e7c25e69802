import { createToken } from './access-tokens.ts';
import { ask } from './calls.ts';
import type { Company } from './company.ts';
import { runLostRunner } from './lost-runner.ts';
import { slugOf } from './plan.ts';
import { section } from './report.ts';
import { measureLoss } from './right-loss.ts';

/** A stolen access token and a lost runner are revoked. */
export async function runIncident(company: Company): Promise<void> {
  const { servers, cast } = company;
  const [url = ''] = servers.urls;
  section('Incident: a stolen access token is revoked');
  const stolen = await createToken(url, cast.victim, 'read');
  await measureLoss(company, {
    person: { login: cast.victim.login, token: stolen.token },
    slug: slugOf(0),
    status: 401,
    change: () => ask(url, cast.victim.token, 'DELETE', `/api/user/tokens/${stolen.id}`),
  });
  await runLostRunner(company);
}
