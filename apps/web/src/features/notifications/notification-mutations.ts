import type { Delivery } from '@millrace/contract/api';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { updateList } from '../../api/update-cached.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { notificationMessages } from './messages.ts';
import type {
  ChangedFields,
  ListedSubscription,
  NewFields,
  NotificationCalls,
  PreviewRequest,
} from './notification-calls.ts';
import { deliveriesQuery, subscriptionsQuery } from './notification-queries.ts';

export function useCreateSubscription(calls: NotificationCalls) {
  const text = useTexts(notificationMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFields) => calls.create(body),
    onSuccess: (created) =>
      updateList(client, subscriptionsQuery(calls), (list) => [...list, created]),
    meta: { done: text.added },
  });
}

export function useUpdateSubscription(calls: NotificationCalls, id: number) {
  const text = useTexts(notificationMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangedFields) => calls.update(id, body),
    onSuccess: (changed) => replaceSubscription(client, calls, changed),
    meta: { done: text.updated },
  });
}

/** Disables an enabled subscription, or enables a disabled one. */
export function useToggleSubscription(
  calls: NotificationCalls,
  { id, disabled }: ListedSubscription,
) {
  const text = useTexts(notificationMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => calls.update(id, { disabled: !disabled }),
    onSuccess: (changed) => replaceSubscription(client, calls, changed),
    meta: { done: disabled ? text.hasEnabled : text.hasDisabled },
  });
}

export function useDeleteSubscription(calls: NotificationCalls, id: number) {
  const text = useTexts(notificationMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => calls.delete(id),
    onSuccess: () =>
      updateList(client, subscriptionsQuery(calls), (list) =>
        list.filter((other) => other.id !== id),
      ),
    meta: { done: text.removed },
  });
}

export function usePreview(calls: NotificationCalls) {
  return useMutation({ mutationFn: (request: PreviewRequest) => calls.preview(request) });
}

export function useTestSubscription(calls: NotificationCalls, id: number) {
  const text = useTexts(notificationMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => calls.test(id),
    onSuccess: (delivery) => recordDelivery(client, calls, id, delivery),
    meta: { done: text.tested },
  });
}

export function useResend(calls: NotificationCalls, id: number) {
  const text = useTexts(notificationMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (delivery: number) => calls.resend(id, delivery),
    onSuccess: (delivery) => recordDelivery(client, calls, id, delivery),
    meta: { done: text.resent },
  });
}

function replaceSubscription(
  client: QueryClient,
  calls: NotificationCalls,
  changed: ListedSubscription,
): void {
  updateList(client, subscriptionsQuery(calls), (list) =>
    list.map((other) => (other.id === changed.id ? changed : other)),
  );
}

/** Replaces a delivery in the list, or adds it as the newest one. */
function recordDelivery(
  client: QueryClient,
  calls: NotificationCalls,
  id: number,
  delivery: Delivery,
): void {
  updateList(client, deliveriesQuery(calls, id), (list) =>
    list.some((other) => other.id === delivery.id)
      ? list.map((other) => (other.id === delivery.id ? delivery : other))
      : [delivery, ...list],
  );
}
