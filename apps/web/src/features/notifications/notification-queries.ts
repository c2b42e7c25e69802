import { listNotificationDeliveries, listSubscriptions, type Repo } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';

export type RepoName = Pick<Repo, 'namespace' | 'name'>;

/** Pause between requests while a list of deliveries is open, because they are sent in the background. */
const pollMs = 3000;

export const subscriptionsQuery = ({ namespace, name }: RepoName) =>
  queryOptions({
    queryKey: ['subscriptions', namespace, name],
    queryFn: ({ signal }) => callApi(listSubscriptions, { params: { namespace, name }, signal }),
  });

export const deliveriesQuery = ({ namespace, name }: RepoName, subscription: number) =>
  queryOptions({
    queryKey: ['deliveries', namespace, name, subscription],
    queryFn: ({ signal }) =>
      callApi(listNotificationDeliveries, { params: { namespace, name, subscription }, signal }),
    refetchInterval: pollMs,
  });
