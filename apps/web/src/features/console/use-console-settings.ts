import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

interface Choices {
  /** Whether the view goes on with a log that grows. */
  isFollowing: boolean;
  /** Whether new lines are told to people who listen. */
  isAnnouncing: boolean;
  wraps: boolean;
  showsTimes: boolean;
}

export interface ConsoleSettings extends Choices {
  change: (part: Partial<Choices>) => void;
}

const stored = { wraps: 'log-wrap', showsTimes: 'log-times' } as const;

/** What the reader switches on and off; how lines look is remembered by this browser. */
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
