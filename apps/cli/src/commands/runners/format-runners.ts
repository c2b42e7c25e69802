import type { RunnerCredential } from '@millrace/contract/api';
import { formatAgo } from '../../command-line/format-ago.ts';
import { formatTable } from '../../command-line/format-table.ts';

/** Returns a line for each runner. */
export function formatRunners(runners: readonly RunnerCredential[], nowSec: number): string {
  if (runners.length === 0) return 'No runners have credentials of their own.';
  return formatTable(
    runners.map((runner) => [
      runner.name,
      describeState(runner, nowSec),
      [...(runner.protected ? ['protected'] : []), ...labelsOf(runner)].join(', '),
    ]),
  );
}

function describeState(runner: RunnerCredential, nowSec: number): string {
  if (runner.registered === 0) {
    return runner.expires > nowSec ? 'waits for its registration' : 'its token has expired';
  }
  if (runner.connected) return `connected, ${runner.running} running`;
  return `last seen ${formatAgo(nowSec - runner.last_used)}`;
}

function labelsOf({ labels = {} }: RunnerCredential): string[] {
  return Object.entries(labels).map((label) => label.join(':'));
}
