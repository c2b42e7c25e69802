import type { Build } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { ActivityLine } from '../../domain-ui/activity-line.tsx';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { BuildLink } from '../../domain-ui/build-link.tsx';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import rows from '../../ui/row-list.module.css';
import css from './build-list.module.css';

const PinMark = lazyPart(() => import('./pin-mark.tsx'), 'PinMark', { missing: () => null });

/** Renders how long a build probably takes; null if it is finished. */
export type RenderTimeLeft = (slug: string, build: Build) => ReactNode;

export interface BuildRowProps {
  slug: string;
  build: Build;
  /** Whether to show the repository, in lists of several repositories. */
  hasSlug?: boolean;
  /** Shown beside the duration of an unfinished build. */
  timeLeft?: ReactNode;
}

export function BuildRow(props: BuildRowProps) {
  const { slug, build } = props;
  return (
    <BuildLink className={classNames(rows.row, rows.twoLines, css.row)} slug={slug} build={build}>
      <BuildFacts {...props} />
    </BuildLink>
  );
}

/** The cells of a row. */
export function BuildFacts({ slug, build, hasSlug, timeLeft }: BuildRowProps) {
  const activity = useTexts(activityMessages);
  const status = useTexts(statusMessages);
  const shown = buildStatus(build);
  return (
    <>
      <StatusIcon status={shown} />
      <span className={classNames(rows.text, css.name)}>
        {hasSlug && <span className={css.slug}>{slug} </span>}
        <span className={css.number}>#{build.number}</span> {build.pinned && <PinMark />}
        <span className={css.build}>{buildTitle(build, activity.untitled)}</span>
      </span>
      <span className={css.who}>
        {(shown === 'approval' || shown === 'manual') && (
          <span className={css.waits} aria-hidden="true">
            {status[shown]}
          </span>
        )}
        <ActivityLine build={build} />
      </span>
      <span className={classNames(rows.time, css.time)}>
        <RelativeTime timeSec={build.created} />
      </span>
      <span className={css.duration}>
        <RunDuration started={build.started} stopped={build.finished} />
        {timeLeft}
      </span>
    </>
  );
}
