import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { BuildLink } from './build-link.tsx';
import { deploymentsQuery, type RepoName } from './build-queries.ts';
import css from './deployment-table.module.css';

/** The latest build of each environment. */
export function DeploymentTable({ repo }: { repo: RepoName }) {
  const { deployments: text } = usePageMessages();
  const { data: builds, error, refetch } = useQuery(deploymentsQuery(repo));
  if (builds?.length === 0) return <EmptyState title={text.emptyTitle} detail={text.empty} />;
  if (!builds) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  }
  const slug = `${repo.namespace}/${repo.name}`;
  return (
    <Table label={text.tab} columns={[text.environment, text.commit, text.committer, text.message]}>
      {builds.map((build) => (
        <tr key={build.deploy_to}>
          <td className={table.main}>
            <span className={css.environment}>
              <StatusIcon status={build.status} size={14} />
              <BuildLink className={table.link} slug={slug} build={build}>
                {build.deploy_to}
              </BuildLink>
              <span className={css.time}>
                <RelativeTime timeSec={build.created} />
              </span>
            </span>
          </td>
          <td className={table.mono}>{build.after.slice(0, 8)}</td>
          <td>{build.author_login}</td>
          <td>{build.message}</td>
        </tr>
      ))}
    </Table>
  );
}
