import type { Build } from '@millrace/contract/api';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { Breadcrumb } from '../../domain-ui/breadcrumb.tsx';
import { PageHead } from '../../domain-ui/page-head.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BuildActions } from './build-actions.tsx';
import { BuildFacts } from './build-facts.tsx';
import css from './build-head.module.css';
import type { RepoName } from './build-queries.ts';

interface BuildHeadProps {
  repo: RepoName;
  buildNumber: number;
  build: Build | undefined;
  canWrite: boolean;
}

export function BuildHead({ repo, buildNumber, build, canWrite }: BuildHeadProps) {
  const { repo: repoText, build: text } = useMessages();
  const slug = `${repo.namespace}/${repo.name}`;
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
            <StatusIcon status={build.status} size={18} />
          ) : (
            <Skeleton width={18} height={18} />
          )}
          <span>
            <span className={css.number}>#{buildNumber}</span>{' '}
            {build ? buildTitle(build, text.untitled) : <Skeleton width={260} height={18} />}
          </span>
        </span>
      }
      actions={build && <BuildActions repo={repo} build={build} canWrite={canWrite} />}
      details={
        build ? (
          <BuildFacts build={build} />
        ) : (
          <div className={css.facts}>
            <Skeleton width={320} height={20} />
          </div>
        )
      }
    />
  );
}
