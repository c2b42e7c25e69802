import {
  createSubscription,
  deleteSubscription,
  previewNotification,
  resendNotification,
  type SubscriptionInput,
  testSubscription,
} from '@millrace/contract/api';
import type { ChannelKind } from '@millrace/contract/vocabulary';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { updateList } from '../../api/update-cached.ts';
import { useNotificationMessages } from '../../lib/i18n/notification-messages.ts';
import { deliveriesQuery, type RepoName, subscriptionsQuery } from './notification-queries.ts';

export function useCreateSubscription(repo: RepoName) {
  const text = useNotificationMessages();
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (body: SubscriptionInput) =>
      callApi(createSubscription, { params: { namespace, name }, body }),
    onSuccess: (created) =>
      updateList(client, subscriptionsQuery(repo), (list) => [...list, created]),
    meta: { done: text.added },
  });
}

export function useDeleteSubscription(repo: RepoName) {
  const text = useNotificationMessages();
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (subscription: number) =>
      callApi(deleteSubscription, { params: { namespace, name, subscription } }),
    onSuccess: (_, subscription) =>
      updateList(client, subscriptionsQuery(repo), (list) =>
        list.filter(({ id }) => id !== subscription),
      ),
    meta: { done: text.removed },
  });
}

export function useTestSubscription({ namespace, name }: RepoName) {
  const text = useNotificationMessages();
  return useMutation({
    mutationFn: (subscription: number) =>
      callApi(testSubscription, { params: { namespace, name, subscription } }),
    meta: { done: text.tested },
  });
}

export function usePreview({ namespace, name }: RepoName) {
  return useMutation({
    mutationFn: (channel: ChannelKind) =>
      callApi(previewNotification, { params: { namespace, name }, body: { channel } }),
  });
}

export function useResend(repo: RepoName, subscription: number) {
  const text = useNotificationMessages();
  const client = useQueryClient();
  const { namespace, name } = repo;
  return useMutation({
    mutationFn: (delivery: number) =>
      callApi(resendNotification, { params: { namespace, name, subscription, delivery } }),
    onSuccess: (changed) =>
      updateList(client, deliveriesQuery(repo, subscription), (list) =>
        list.map((each) => (each.id === changed.id ? changed : each)),
      ),
    meta: { done: text.resent },
  });
}
