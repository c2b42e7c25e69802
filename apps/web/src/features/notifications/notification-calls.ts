import {
  createPersonalSubscription,
  createSubscription,
  type Delivery,
  deletePersonalSubscription,
  deleteSubscription,
  listNotificationDeliveries,
  listPersonalNotificationDeliveries,
  listPersonalSubscriptions,
  listSubscriptions,
  type PersonalSubscription,
  type PersonalSubscriptionChange,
  type PersonalSubscriptionInput,
  previewNotification,
  previewPersonalNotification,
  resendNotification,
  resendPersonalNotification,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionInput,
  testPersonalSubscription,
  testSubscription,
  updatePersonalSubscription,
  updateSubscription,
} from '@millrace/contract/api';
import type { ChannelKind } from '@millrace/contract/vocabulary';
import type { RepoName } from '../../api/build-queries.ts';
import { callApi } from '../../api/call-api.ts';

/** A subscription of a repository, or of an account: only the latter has a scope. */
export type ListedSubscription = Subscription &
  Partial<Pick<PersonalSubscription, 'scope' | 'repos'>>;
export type NewFields = SubscriptionInput & PersonalSubscriptionInput;
export type ChangedFields = SubscriptionChange & PersonalSubscriptionChange;

export interface PreviewRequest {
  channel: ChannelKind;
  kind: 'build' | 'digest';
}

/** Calls for the subscriptions of one owner: a repository or the viewer. */
export interface NotificationCalls {
  /** Whether the viewer is the owner. */
  isPersonal: boolean;
  /** Distinguishes the owner in the query cache. */
  owner: string;
  list: (signal: AbortSignal) => Promise<ListedSubscription[]>;
  create: (body: NewFields) => Promise<ListedSubscription>;
  update: (subscription: number, body: ChangedFields) => Promise<ListedSubscription>;
  delete: (subscription: number) => Promise<void>;
  preview: (body: PreviewRequest) => Promise<{ body: string }>;
  test: (subscription: number) => Promise<Delivery>;
  listDeliveries: (subscription: number, signal: AbortSignal) => Promise<Delivery[]>;
  resend: (subscription: number, delivery: number) => Promise<Delivery>;
}

export function callsOfRepo({ namespace, name }: RepoName): NotificationCalls {
  const repo = { namespace, name };
  return {
    isPersonal: false,
    owner: `${namespace}/${name}`,
    list: (signal) => callApi(listSubscriptions, { params: repo, signal }),
    create: (body) => callApi(createSubscription, { params: repo, body }),
    update: (subscription, body) =>
      callApi(updateSubscription, { params: { ...repo, subscription }, body }),
    delete: (subscription) => callApi(deleteSubscription, { params: { ...repo, subscription } }),
    preview: (body) => callApi(previewNotification, { params: repo, body }),
    test: (subscription) => callApi(testSubscription, { params: { ...repo, subscription } }),
    listDeliveries: (subscription, signal) =>
      callApi(listNotificationDeliveries, { params: { ...repo, subscription }, signal }),
    resend: (subscription, delivery) =>
      callApi(resendNotification, { params: { ...repo, subscription, delivery } }),
  };
}

export const callsOfViewer: NotificationCalls = {
  isPersonal: true,
  owner: '',
  list: (signal) => callApi(listPersonalSubscriptions, { signal }),
  create: (body) => callApi(createPersonalSubscription, { body }),
  update: (subscription, body) =>
    callApi(updatePersonalSubscription, { params: { subscription }, body }),
  delete: (subscription) => callApi(deletePersonalSubscription, { params: { subscription } }),
  preview: (body) => callApi(previewPersonalNotification, { body }),
  test: (subscription) => callApi(testPersonalSubscription, { params: { subscription } }),
  listDeliveries: (subscription, signal) =>
    callApi(listPersonalNotificationDeliveries, { params: { subscription }, signal }),
  resend: (subscription, delivery) =>
    callApi(resendPersonalNotification, { params: { subscription, delivery } }),
};
