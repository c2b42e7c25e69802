import type { Usage } from '@millrace/contract/api';
import { ask, call, until } from './calls.ts';
import type { Company } from './company.ts';
import { organization, slugOf } from './plan.ts';
import { expectStatus, report, row, rowMs, section } from './report.ts';

/** The use of runners by organization and by repository, once all builds are counted. */
export async function runMonthEnd({ servers, root, crew }: Company): Promise<void> {
  section("Month's end");
  const [url = ''] = servers.urls;
  const path = '/api/system/usage';
  const read = () => ask<Usage>(url, root.token, 'GET', path);
  const usage = await until('usage', read, ({ total }) => total.stages >= crew.finished);
  row('stages counted', String(usage.total.stages).padStart(6));
  for (const [what, query, named] of [
    ['by organization', '?by=namespace', organization],
    ['by repository', '?by=repo', slugOf(1)],
    ['by person', '?by=person', root.login],
    ['by repository as CSV', '?by=repo&format=csv', slugOf(1)],
  ] as const) {
    const startedAt = performance.now();
    const { status, text } = await call(url, root.token, 'GET', path + query);
    rowMs(what, performance.now() - startedAt);
    expectStatus(`usage ${what}`, status, 200);
    if (!text.includes(named)) report(`usage ${what} does not name ${named}`);
  }
}
