import type { Build } from '@millrace/contract/api';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { buildPath, consoleState } from '../../domain-ui/build-address.ts';
import { isPageKey } from '../../lib/page-keys.ts';
import { type BuildView, viewsOf } from './build-view.ts';
import { findByKey } from './step-keys.ts';

interface BuildKeys {
  slug: string;
  build: Build | undefined;
  selected: { stage: number; step: number };
  view: BuildView;
  changeView: (view: BuildView) => void;
}

const viewKeys: readonly [string, BuildView][] = [
  ['l', 'logs'],
  ['g', 'graph'],
  ['t', 'timeline'],
];
const stepKeys = [']', '[', 'n'] as const;

/** Handles the single keys of a build page. Returns whether the log fills the window, and changes that. */
export function useBuildKeys({ slug, build, selected, view, changeView }: BuildKeys) {
  const navigate = useNavigate();
  const [isFull, setIsFull] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isFull && event.key === 'Escape' && !event.defaultPrevented) return setIsFull(false);
    if (!build) return;
    if (isPageKey(event, 'r') && focusRestart()) return event.preventDefault();
    if (isPageKey(event, 'z') && view === 'logs') return setIsFull(!isFull);
    const [, wanted] = viewKeys.find(([key]) => isPageKey(event, key)) ?? [];
    if (wanted && viewsOf(build).includes(wanted)) return changeView(wanted);
    const stepKey = stepKeys.find((key) => isPageKey(event, key));
    const next = stepKey && findByKey(stepKey, build, selected);
    if (next) void navigate(buildPath(slug, build, next.stage, next.step), { state: consoleState });
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return { isFull: isFull && view === 'logs', toggleFull: () => setIsFull(!isFull) };
}

/** Moves the focus to the button that restarts what failed, or else the build. Enter confirms it. */
function focusRestart(): boolean {
  const find = (kind: string) =>
    document.querySelector<HTMLElement>(`[data-restarts=${kind}]:not(:disabled)`);
  const button = find('failed') ?? find('all');
  button?.focus();
  return button !== null;
}
