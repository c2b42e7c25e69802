import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import { deploymentsQuery, type RepoName } from '../../api/build-queries.ts';
import { useRefetchOnBuilds } from '../../api/use-refetch-on-builds.ts';
import { BuildLink } from '../../domain-ui/build-link.tsx';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { environmentPath } from '../../lib/environment-path.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import css from './deployment-table.module.css';
import { useRemoveDeployment } from './latest-build-mutations.ts';
import { latestBuildMessages } from './messages.ts';

interface DeploymentTableProps {
  repo: RepoName;
  /** Whether the viewer may remove environments from the list; undefined while loading. */
  canRemove: boolean | undefined;
}

/** Table of the latest build of each environment. */
export function DeploymentTable({ repo, canRemove }: DeploymentTableProps) {
  const { common } = useMessages();
  const { deployments: tab } = useTexts(repoMessages);
  const { deployments: text } = useTexts(latestBuildMessages);
  const { data: builds, error, refetch } = useQuery(deploymentsQuery(repo));
  useRefetchOnBuilds(repo, deploymentsQuery(repo).queryKey, (build) => Boolean(build.deploy_to));
  const remove = useRemoveDeployment(repo);
  if (builds?.length === 0) return <EmptyState title={text.emptyTitle} detail={text.empty} />;
  if (!builds) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  }
  const slug = `${repo.namespace}/${repo.name}`;
  return (
    <Table
      label={tab}
      columns={[text.environment, text.commit, text.committer, text.message]}
      {...(canRemove !== false && { actionsLabel: common.actions })}
    >
      {builds.map(({ deploy_to: environment = '', ...build }) => (
        <tr key={environment}>
          <td className={table.main}>
            <span className={css.environment}>
              <StatusIcon status={build.status} size={14} />
              <EnvironmentLink slug={slug} environment={environment} build={build} />
            </span>
          </td>
          <td className={table.mono}>{build.after.slice(0, 8)}</td>
          <td>{build.author_login}</td>
          <td>{build.message}</td>
          {canRemove !== false && (
            <td className={table.actions}>
              {canRemove && (
                <DeleteButton
                  name={environment}
                  words={{ button: text.removeNamed(environment), action: text.remove }}
                  question={text.removeQuestion(environment)}
                  detail={text.removeDetail(slug)}
                  onConfirm={() => remove.mutate(environment)}
                />
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

interface EnvironmentLinkProps {
  slug: string;
  environment: string;
  /** Newest build of the environment. */
  build: Build;
}

/** Name of an environment and its newest build. On original servers, which have no page of it, both link to the build. */
function EnvironmentLink({ slug, environment, build }: EnvironmentLinkProps) {
  const time = <RelativeTime timeSec={build.created} />;
  if (!servedConfig?.extras) {
    return (
      <>
        <BuildLink className={table.link} slug={slug} build={build}>
          {environment}
        </BuildLink>
        <span className={css.time}>{time}</span>
      </>
    );
  }
  return (
    <>
      <Link className={table.link} to={environmentPath(slug, environment)}>
        {environment}
      </Link>
      <BuildLink className={classNames(table.link, css.time)} slug={slug} build={build}>
        #{build.number} · {time}
      </BuildLink>
    </>
  );
}
