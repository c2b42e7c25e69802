import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { type ReactNode, useState } from 'react';
import { Link, type Path } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { Breadcrumb } from '../../domain-ui/breadcrumb.tsx';
import { buildMessages, compareLinkMessages } from '../../domain-ui/build-messages.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import { PageHead } from '../../domain-ui/page-head.tsx';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BuildFacts } from './build-facts.tsx';
import css from './build-head.module.css';
import { type BuildView, viewsOf } from './build-view.ts';
import { ViewToggle } from './view-toggle.tsx';

const EndAnnouncer = lazyPart(() => import('./end-announcer.tsx'), 'EndAnnouncer', {
  missing: () => null,
});
const NotifyButton = lazyPart(() => import('./notify-button.tsx'), 'NotifyButton', {
  instead: () => <span className={buttonClass({ isIcon: true })} />,
  missing: () => null,
});

interface BuildHeadProps {
  repo: RepoName;
  buildNumber: number;
  /** The selected attempt. */
  build: Build | undefined;
  /** The newest attempt. All actions refer to it. */
  newest: Build | undefined;
  /** Buttons for the newest attempt. */
  actions: ReactNode;
  /** Remaining time of an unfinished build. */
  timeLeft: ReactNode;
  view: BuildView;
  viewAddress: (view: BuildView) => Partial<Path>;
}

/** Widths of placeholders in pixels, similar to typical facts, so that the lines wrap in the same way. */
const factWidths = [140, 82, 58, 120, 70];

export function BuildHead(props: BuildHeadProps) {
  const { repo, buildNumber, build, newest, actions, timeLeft, view, viewAddress } = props;
  const repoText = useTexts(repoMessages);
  const activity = useTexts(activityMessages);
  const text = useTexts(buildMessages);
  const slug = `${repo.namespace}/${repo.name}`;
  // Its end is announced while the page stays.
  const [hasRun, setHasRun] = useState(false);
  if (newest && !isFinished(newest.status) && !hasRun) setHasRun(true);
  return (
    <PageHead
      breadcrumb={
        <Breadcrumb
          crumbs={[
            { label: repoText.repositories, to: paths.home },
            { label: slug, to: paths.repo(slug) },
            { label: text.builds, to: paths.repo(slug) },
            { label: `#${buildNumber}` },
          ]}
        />
      }
      title={
        <span className={css.title}>
          {build ? (
            <StatusIcon status={buildStatus(build)} size={18} />
          ) : (
            <Skeleton width={18} height={18} />
          )}
          <span className={css.text}>
            <span className={css.number}>#{buildNumber}</span>{' '}
            {build ? buildTitle(build, activity.untitled) : <Skeleton width={260} height={18} />}
          </span>
        </span>
      }
      actions={
        newest ? (
          <>
            {hasRun && <EndAnnouncer build={newest} />}
            {hasRun && mayNotify() && <NotifyButton slug={slug} build={newest} />}
            {actions}
          </>
        ) : (
          <Skeleton width={134} height={32} />
        )
      }
      details={
        build ? (
          <Details {...{ slug, build, buildNumber, timeLeft, view, viewAddress }} />
        ) : (
          <DetailsSkeleton />
        )
      }
    />
  );
}

interface DetailsProps
  extends Pick<BuildHeadProps, 'buildNumber' | 'timeLeft' | 'view' | 'viewAddress'> {
  slug: string;
  build: Build;
}

/** Returns whether the browser can show notifications, which it only does for pages loaded by HTTPS. */
function mayNotify(): boolean {
  return window.isSecureContext && 'Notification' in window;
}

/** Facts about the build, its views, and a link to compare it. */
function Details(props: DetailsProps) {
  const { slug, build, buildNumber, timeLeft, view, viewAddress } = props;
  const compare = useTexts(compareLinkMessages);
  return (
    <>
      <BuildFacts slug={slug} build={build} timeLeft={timeLeft} />
      <div className={css.views}>
        <ViewToggle views={viewsOf(build)} value={view} addressOf={viewAddress} />
        {hasExtras(build) && buildNumber > 1 && (
          <Link
            className={buttonClass({ kind: 'ghost', size: 'small' })}
            to={paths.compare(slug, buildNumber - 1, buildNumber)}
          >
            {compare.compare}
          </Link>
        )}
      </div>
    </>
  );
}

function DetailsSkeleton() {
  return (
    <>
      <div className={css.facts}>
        {factWidths.map((width) => (
          <Skeleton key={width} width={width} height={20} />
        ))}
      </div>
      <div className={css.views}>
        <div className={css.noViews}>
          <Skeleton width={160} height={28} />
        </div>
      </div>
    </>
  );
}
