import type { RunnerCredential } from '@millrace/contract/api';

const minuteSec = 60;
const hourSec = 60 * minuteSec;
const daySec = 24 * hourSec;

/** Returns a line for each runner. */
export function formatRunners(runners: readonly RunnerCredential[], nowSec: number): string {
  if (runners.length === 0) return 'No runners have credentials of their own.';
  const rows = runners.map((runner) => [
    runner.name,
    describeState(runner, nowSec),
    [...(runner.protected ? ['protected'] : []), ...labelsOf(runner)].join(', '),
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function describeState(runner: RunnerCredential, nowSec: number): string {
  if (runner.registered === 0) {
    return runner.expires > nowSec ? 'waits for its registration' : 'its token has expired';
  }
  if (runner.connected) return `connected, ${runner.running} running`;
  return `last seen ${agoOf(nowSec - runner.last_used)}`;
}

function labelsOf({ labels = {} }: RunnerCredential): string[] {
  return Object.entries(labels).map((label) => label.join(':'));
}

function agoOf(seconds: number): string {
  const units = [
    [daySec, 'day'],
    [hourSec, 'hour'],
    [minuteSec, 'minute'],
  ] as const;
  for (const [size, unit] of units) {
    const count = Math.floor(seconds / size);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
