import type { Environment } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import type { ReactNode } from 'react';
import { buildActor } from '../../domain-ui/activity-text.ts';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { BuildLink } from '../../domain-ui/build-link.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BuildName } from './build-name.tsx';
import css from './environments.module.css';
import { environmentMessages } from './messages.ts';

interface CurrentDeploymentProps {
  slug: string;
  environment: Environment;
}

/** The deployment that runs in an environment, since when and by whom, and a newer one without success. */
export function CurrentDeployment({ slug, environment }: CurrentDeploymentProps) {
  const text = useTexts(environmentMessages);
  const { current, source, newest } = environment;
  return (
    <div className={css.box}>
      {current ? (
        <dl className={css.facts}>
          <Fact name={text.source}>
            {source ? (
              <BuildName slug={slug} build={source} />
            ) : (
              text.sourceDeleted(current.parent ?? 0)
            )}
          </Fact>
          <Fact name={text.commit}>
            <code>{current.after.slice(0, 8)}</code>
          </Fact>
          <Fact name={text.by}>
            <Person {...buildActor(current)} />
          </Fact>
          <Fact name={text.since}>
            <RelativeTime timeSec={current.finished} />
          </Fact>
          <Fact name={text.deployment}>
            <BuildLink className={css.build} slug={slug} build={current}>
              #{current.number}
            </BuildLink>
          </Fact>
        </dl>
      ) : (
        <p className={css.hint}>{text.never}</p>
      )}
      {newest && <NewestDeployment slug={slug} build={newest} />}
    </div>
  );
}

/** Placeholder of the facts about what runs. */
export function LoadingDeployment() {
  const text = useTexts(environmentMessages);
  const widths = { source: 150, commit: 62, by: 70, since: 90, deployment: 30 } as const;
  return (
    <dl className={css.facts}>
      {(['source', 'commit', 'by', 'since', 'deployment'] as const).map((name) => (
        <Fact key={name} name={text[name]}>
          <Skeleton width={widths[name]} />
        </Fact>
      ))}
    </dl>
  );
}

function NewestDeployment({
  slug,
  build,
}: {
  slug: string;
  build: NonNullable<Environment['newest']>;
}) {
  const text = useTexts(environmentMessages);
  const statuses = useTexts(statusMessages);
  const status = buildStatus(build);
  return (
    <p className={css.newest} role="status">
      <span>{isFinished(build.status) ? text.newestFailed : text.newestUnfinished}</span>
      <span className={css.state}>
        <StatusIcon status={status} isDecorative />
        {statuses[status]}
      </span>
      <BuildName slug={slug} build={build} />
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Person({ name, avatar }: { name: string; avatar: string }) {
  return (
    <span className={css.author}>
      <Avatar src={avatar} name={name} />
      <span className={css.authorName}>{name}</span>
    </span>
  );
}
