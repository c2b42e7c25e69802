import { getOrganizationHealth, type RepoHealth } from '@millrace/contract/api';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import { onBuildEvent } from '../../api/build-events.ts';
import { callApi } from '../../api/call-api.ts';
import { branchStatus, isRed } from '../../domain-ui/branch-state-view.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { healthOrders, readOrder, sortHealth } from './health-order.ts';
import { organizationMessages } from './messages.ts';
import css from './organization-health.module.css';

/** Queries how the repositories of an organization do. */
export function organizationHealthQuery(namespace: string) {
  return queryOptions({
    queryKey: ['organization-health', namespace],
    queryFn: ({ signal }) => callApi(getOrganizationHealth, { params: { namespace }, signal }),
    meta: { quiet: true },
  });
}

/** The repositories of an organization: what is red and since when, slow, flaky or queued. */
export function OrganizationRepos({ namespace }: { namespace: string }) {
  const text = useTexts(organizationMessages);
  const client = useQueryClient();
  const [parameters, change] = useAddressParameters();
  const { data: repos, error, refetch } = useQuery(organizationHealthQuery(namespace));
  useEffect(
    () =>
      onBuildEvent((event) => {
        if (event.namespace === namespace)
          void client.invalidateQueries(organizationHealthQuery(namespace));
      }),
    [client, namespace],
  );
  if (error && !repos) {
    return <LoadFailure title={text.loadFailed} {...describeFailure(error)} onRetry={refetch} />;
  }
  if (!repos) return <ListSkeleton />;
  const order = readOrder(parameters.get('sort'));
  return (
    <Section
      title={text.summary(repos.filter(({ branch }) => isRed(branch)).length, repos.length)}
      action={
        <Select
          label={text.sort}
          value={order}
          options={healthOrders.map((value) => ({ value, label: text.orders[value] }))}
          onChange={(sort) => change({ sort })}
        />
      }
    >
      <p>{text.hint}</p>
      <Table
        label={text.repositories}
        columns={[text.repository, text.branch, text.duration, text.recovered, text.queue]}
      >
        {sortHealth(repos, order).map((repo) => (
          <Row key={repo.slug} repo={repo} />
        ))}
      </Table>
    </Section>
  );
}

function Row({ repo }: { repo: RepoHealth }) {
  const text = useTexts(organizationMessages);
  const { none } = useTexts(tableMessages);
  const { slug, median, finished, recovered, running, waiting } = repo;
  return (
    <tr>
      <td className={table.main}>
        <Link className={table.link} to={paths.repo(slug)}>
          {slug.split('/')[1]}
        </Link>
      </td>
      <td>
        <BranchHealth repo={repo} />
      </td>
      <td>{median === undefined ? none : formatDuration(median)}</td>
      <td>{recovered === 0 ? none : text.share(recovered, finished)}</td>
      <td>{running + waiting === 0 ? none : text.queued(running, waiting)}</td>
    </tr>
  );
}

function BranchHealth({ repo }: { repo: RepoHealth }) {
  const text = useTexts(organizationMessages);
  const names = useTexts(statusMessages);
  const { slug, branch, failing_since_time: time } = repo;
  if (!branch) return text.noBuilds;
  const status = branchStatus(branch);
  const green = status === 'success' ? text.green : names[status];
  const { failing_since: since, number } = branch;
  return (
    <span className={css.branch}>
      <StatusIcon status={status} size={14} isDecorative />
      <span>{branch.branch}</span>
      <Link to={paths.build(slug, since ?? number)}>{isRed(branch) ? text.red : green}</Link>
      {since !== undefined && (
        <span className={css.since}>
          {text.since(since)} {time !== undefined && <RelativeTime timeSec={time} />}
        </span>
      )}
    </span>
  );
}
