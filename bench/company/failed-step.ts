import type { KeptStep, Terminal } from '@millrace/contract/api';
import { TerminalConnection } from '../../apps/server/testing/terminal-connection.ts';
import { ask, call, until } from './calls.ts';
import type { Company, Credentials } from './company.ts';
import { slugOf } from './plan.ts';

/** Opens a terminal of a person in the failed step of the first repository, through the last server. */
export async function openTerminal(
  { servers }: Company,
  person: Credentials,
): Promise<TerminalConnection> {
  const [first = ''] = servers.urls;
  const url = servers.urls.at(-1) ?? first;
  const slug = slugOf(0);
  const path = `/api/repos/${slug}`;
  const list = async () => {
    const { status, text } = await call(first, person.token, 'GET', `${path}/builds/1/kept-steps`);
    const steps: KeptStep[] = status === 200 ? JSON.parse(text) : [];
    return steps.find(({ ended }) => ended === 0);
  };
  const kept = await until('the failed step', list, (step) => step !== undefined);
  const size = { columns: 80, rows: 24 };
  const below = `${path}/kept-steps/${kept?.id}/terminals`;
  const { id } = await ask<Terminal>(url, person.token, 'POST', below, size);
  const headers = { authorization: `Bearer ${person.token}` };
  const connection = await TerminalConnection.open({ url, slug, terminal: id, headers });
  const data = Buffer.from('echo rea""dy\r').toString('base64');
  connection.send({ number: 1, data });
  await connection.find(() => connection.shown.includes('ready'));
  return connection;
}
