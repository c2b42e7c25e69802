import { useTexts } from '../../lib/i18n/messages.tsx';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { RepoName } from './cron-queries.ts';
import { cronMessages } from './messages.ts';
import { ScheduleTimes } from './schedule-times.tsx';

interface ZoneFieldProps {
  repo: RepoName;
  expr: string;
  value: string;
  onChange: (timeZone: string) => void;
}

/** The time zone of a schedule, and its next times. Existing servers only know UTC. */
export function ZoneField({ repo, expr, value, onChange }: ZoneFieldProps) {
  const text = useTexts(cronMessages);
  if (!hasServerExtras()) return null;
  return (
    <>
      <TextField
        label={text.timeZone}
        hint={text.timeZoneHint}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <ScheduleTimes repo={repo} expr={expr} timeZone={value.trim()} />
    </>
  );
}
