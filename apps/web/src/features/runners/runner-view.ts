import type { RunnerSummary } from '@millrace/contract/api';
import type { Texts } from '../../lib/i18n/texts.ts';
import type { runnerMessages } from './messages.ts';

export function platformOf({ os, arch, variant }: RunnerSummary): string {
  return [os, arch, variant].filter(Boolean).join('/');
}

/** Lists the labels: `gpu: yes, disk: ssd`. */
export function labelsOf({ labels }: RunnerSummary): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}

/** Describes the state: `Draining, 2 stages left`. */
export function stateText(
  { state, connected, running }: RunnerSummary,
  text: Texts<typeof runnerMessages>,
): string {
  if (!connected)
    return state === 'paused'
      ? `${text.states.offline}, ${text.states.paused}`
      : text.states.offline;
  if (state === 'draining') return `${text.states.draining}, ${text.drainingNote(running)}`;
  return text.states[state];
}

/** Returns whether a name, type, platform, label or version contains the text. */
export function matchesRunner(runner: RunnerSummary, filter: string): boolean {
  const text = filter.trim().toLowerCase();
  const words = [
    runner.name,
    ...runner.types,
    platformOf(runner),
    labelsOf(runner),
    runner.version,
  ];
  return words.some((word) => word.toLowerCase().includes(text));
}
