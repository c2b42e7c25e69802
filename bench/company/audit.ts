import { createToken } from './access-tokens.ts';
import { call } from './calls.ts';
import type { Company } from './company.ts';
import { slugOf } from './plan.ts';
import { expectStatus, report, row, rowMs, section } from './report.ts';

/** A token of the scope `audit` exports all events, and reads nothing that belongs to builds. */
export async function runAudit({ servers, cast, root }: Company): Promise<void> {
  section('Audit: a token of the scope audit');
  const [url = ''] = servers.urls;
  const { token } = await createToken(url, cast.auditor, 'audit');
  const startedAt = performance.now();
  const { status, text } = await call(url, token, 'GET', '/api/audit?format=jsonl');
  const ms = performance.now() - startedAt;
  expectStatus('export of all events', status, 200);
  const events = text.trimEnd().split('\n');
  const actions = new Set(events.map((line): string => JSON.parse(line).action));
  rowMs(`export of ${events.length} events as JSON lines`, ms);
  row('events a second', ((events.length / ms) * 1000).toFixed(0).padStart(6));
  for (const action of ['team.create', 'team_member.remove', 'user.update', 'runner.add']) {
    if (!actions.has(action)) report(`the export has no event ${action}`);
  }
  // The account of the token may read all of this.
  const own = await createToken(url, root, 'audit');
  const repo = `/api/repos/${slugOf(0)}`;
  for (const path of [
    '',
    '/revisions',
    '/pipeline',
    '/builds',
    '/builds/1',
    '/builds/1/logs/1/1',
  ]) {
    const answer = await call(url, own.token, 'GET', repo + path);
    expectStatus(`token of the scope audit: GET ${repo}${path}`, answer.status, 403);
  }
  row('code, builds and logs', 'refused with 403, also for the token of a system admin');
}
