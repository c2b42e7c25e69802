import { useQuery } from '@tanstack/react-query';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { type RepoName, scheduleQuery } from './cron-queries.ts';
import { cronMessages } from './messages.ts';

interface ScheduleTimesProps {
  repo: RepoName;
  expr: string;
  timeZone: string;
}

/** Shows the next times of a schedule, in its time zone. Shows nothing while the schedule is invalid. */
export function ScheduleTimes({ repo, expr, timeZone }: ScheduleTimesProps) {
  const { locale } = useLanguage();
  const text = useTexts(cronMessages);
  const { data } = useQuery(scheduleQuery(repo, expr, timeZone));
  if (!data) return null;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: data.time_zone,
  });
  const times = data.times.map((time) => format.format(time * 1000));
  return <p>{text.nextTimes(data.time_zone, times)}</p>;
}
