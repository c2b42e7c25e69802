import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

interface Choices {
  /** Whether the view scrolls as the log grows. */
  isFollowing: boolean;
  /** Whether screen readers announce new lines. */
  isAnnouncing: boolean;
  wraps: boolean;
  showsTimes: boolean;
  /** Whether the times are those of the clock, instead of seconds since the start of the step. */
  showsClock: boolean;
  /** Whether copied lines begin with their times. */
  copiesTimes: boolean;
  /** Whether of lines with the same text only the first one is shown. */
  collapses: boolean;
}

export interface ConsoleSettings extends Choices {
  change: (part: Partial<Choices>) => void;
}

const stored = {
  wraps: 'log-wrap',
  showsTimes: 'log-times',
  showsClock: 'log-clock',
  copiesTimes: 'log-copy-times',
  collapses: 'log-collapse',
} as const;
const storedNames = ['wraps', 'showsTimes', 'showsClock', 'copiesTimes', 'collapses'] as const;

interface Defaults {
  isFollowing: boolean;
  showsTimes: boolean;
}

/** Settings of the log view. How lines are shown and copied is stored in the browser. */
export function useConsoleSettings(defaults: Defaults): ConsoleSettings {
  const [choices, setChoices] = useState<Choices>(() => ({
    isFollowing: defaults.isFollowing,
    isAnnouncing: false,
    wraps: readChoice(stored.wraps, true),
    showsTimes: readChoice(stored.showsTimes, defaults.showsTimes),
    showsClock: readChoice(stored.showsClock, false),
    copiesTimes: readChoice(stored.copiesTimes, false),
    collapses: readChoice(stored.collapses, false),
  }));
  const change = useCallback((part: Partial<Choices>) => {
    for (const name of storedNames) {
      if (part[name] !== undefined) writeStored(stored[name], String(part[name]));
    }
    setChoices((old) => ({ ...old, ...part }));
  }, []);
  return { ...choices, change };
}

function readChoice(key: string, byDefault: boolean): boolean {
  const choice = readStored(key);
  return choice === null ? byDefault : choice === 'true';
}
