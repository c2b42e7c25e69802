import type { Build } from '@millrace/contract/api';
import { Link } from 'react-router';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import css from './build-list.module.css';

interface BuildRowProps {
  slug: string;
  build: Build;
}

export function BuildRow({ slug, build }: BuildRowProps) {
  const { activity } = useMessages();
  return (
    <Link className={css.row} to={paths.build(slug, build.number)}>
      <StatusIcon status={build.status} />
      <span className={css.name}>
        <span className={css.number}>#{build.number}</span>{' '}
        <span className={css.build}>{buildTitle(build, activity.untitled)}</span>
      </span>
      <span className={css.who}>
        <ActivityLine build={build} />
      </span>
      <span className={css.time}>
        <RelativeTime timeSec={build.created} />
      </span>
      <span className={css.duration}>
        <RunDuration started={build.started} stopped={build.finished} />
      </span>
    </Link>
  );
}
