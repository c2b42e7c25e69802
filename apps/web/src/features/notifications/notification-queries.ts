import { queryOptions } from '@tanstack/react-query';
import { isUnreachable } from '../../api/api-error.ts';
import type { NotificationCalls } from './notification-calls.ts';

/** Pause between requests for deliveries while one of them is being sent. */
const pollMs = 3000;

export const subscriptionsQuery = (calls: NotificationCalls) =>
  queryOptions({
    queryKey: ['subscriptions', calls.owner],
    queryFn: ({ signal }) => calls.list(signal),
  });

export const deliveriesQuery = (calls: NotificationCalls, subscription: number) =>
  queryOptions({
    queryKey: ['deliveries', calls.owner, subscription],
    queryFn: ({ signal }) => calls.listDeliveries(subscription, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      data?.some(({ status }) => status === 'waiting') || isUnreachable(error) ? pollMs : false,
  });
