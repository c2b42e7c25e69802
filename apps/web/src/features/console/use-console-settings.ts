import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

interface Choices {
  /** Whether the view scrolls as the log grows. */
  isFollowing: boolean;
  /** Whether screen readers announce new lines. */
  isAnnouncing: boolean;
  wraps: boolean;
  showsTimes: boolean;
}

export interface ConsoleSettings extends Choices {
  change: (part: Partial<Choices>) => void;
}

const stored = { wraps: 'log-wrap', showsTimes: 'log-times' } as const;

/** Settings of the log view. Wrapping and timestamps are stored in the browser. */
export function useConsoleSettings(startsFollowing: boolean): ConsoleSettings {
  const [choices, setChoices] = useState<Choices>(() => ({
    isFollowing: startsFollowing,
    isAnnouncing: false,
    wraps: readStored(stored.wraps) !== 'false',
    showsTimes: readStored(stored.showsTimes) !== 'false',
  }));
  const change = useCallback((part: Partial<Choices>) => {
    for (const name of ['wraps', 'showsTimes'] as const) {
      if (part[name] !== undefined) writeStored(stored[name], String(part[name]));
    }
    setChoices((old) => ({ ...old, ...part }));
  }, []);
  return { ...choices, change };
}
