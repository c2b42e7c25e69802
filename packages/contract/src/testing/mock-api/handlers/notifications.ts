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
  type NewSubscription,
  type PersonalSubscriptionChange,
  previewNotification,
  previewPersonalNotification,
  resendNotification,
  resendPersonalNotification,
  type Subscription,
  type SubscriptionChange,
  testPersonalSubscription,
  testSubscription,
  updatePersonalSubscription,
  updateSubscription,
} from '../../../api/index.ts';
import { newPersonalSubscription, newSubscription } from '../../../api/schemas.ts';
import { sampleDelivery } from '../../notification-samples.ts';
import { nowSec } from '../../now-sec.ts';
import type { MockState } from '../mock-state.ts';
import { notFound } from '../refusal.ts';
import { on } from './on.ts';

/** Subscriptions of every repository and of the viewer, and their deliveries. */
export const notificationHandlers = [
  on(listSubscriptions, ({ state }) => state.subscriptions),
  on(createSubscription, ({ state, body }) => {
    const { recipients, ...rest } = newSubscription.parse(body);
    const created = { ...build(nextId(state.subscriptions), rest), recipients };
    state.subscriptions = [...state.subscriptions, created];
    return created;
  }),
  on(updateSubscription, ({ state, params, body }) => {
    const changed = changeOne(state.subscriptions, params.subscription, body);
    state.subscriptions = replace(state.subscriptions, changed);
    return changed;
  }),
  on(deleteSubscription, ({ state, params }) => {
    state.subscriptions = without(state.subscriptions, params.subscription);
  }),
  on(listPersonalSubscriptions, ({ state }) => state.personalSubscriptions),
  on(createPersonalSubscription, ({ state, body }) => {
    const { scope, repos, ...rest } = newPersonalSubscription.parse(body);
    const created = { ...build(nextId(state.personalSubscriptions), rest), scope, repos };
    state.personalSubscriptions = [...state.personalSubscriptions, created];
    return created;
  }),
  on(updatePersonalSubscription, ({ state, params, body }) => {
    const changed = changeOne(state.personalSubscriptions, params.subscription, body);
    state.personalSubscriptions = replace(state.personalSubscriptions, changed);
    return changed;
  }),
  on(deletePersonalSubscription, ({ state, params }) => {
    state.personalSubscriptions = without(state.personalSubscriptions, params.subscription);
  }),
  ...[previewNotification, previewPersonalNotification].map((endpoint) =>
    on(endpoint, ({ body }) => ({ body: body.channel === 'email' ? sampleMail : sampleMessage })),
  ),
  ...[testSubscription, testPersonalSubscription].map((endpoint) =>
    on(endpoint, ({ state }) => addTest(state)),
  ),
  ...[listNotificationDeliveries, listPersonalNotificationDeliveries].map((endpoint) =>
    on(endpoint, ({ state }) => state.deliveries),
  ),
  ...[resendNotification, resendPersonalNotification].map((endpoint) =>
    on(endpoint, ({ state, params }) => sendAgain(state, params.delivery)),
  ),
];

const sampleMessage = '{"type":"build.finished","repo":"octo/hello","build":3}';
const sampleMail = JSON.stringify({
  subject: 'octo/hello #3 failed',
  text: 'Build 3 of octo/hello failed.',
  html: '<p>Build 3 of octo/hello failed.</p>',
});

type NewFields = Omit<NewSubscription, 'recipients'>;
type Change = SubscriptionChange & PersonalSubscriptionChange;

function build(id: number, { url, secret, ...fields }: NewFields): Subscription {
  const host = url ? new URL(url).host : '';
  const times = { created: nowSec(), updated: nowSec() };
  return { ...fields, id, host, recipients: [], signed: Boolean(secret), ...times };
}

function changeOne<Item extends Subscription>(items: Item[], id: number, change: Change): Item {
  const old = items.find((item) => item.id === id);
  if (!old) throw notFound();
  const { url, secret, ...fields } = change;
  const host = url ? new URL(url).host : old.host;
  const signed = secret === undefined ? old.signed && !url : secret !== '';
  return { ...old, ...fields, host, signed, updated: nowSec() };
}

function addTest(state: MockState): Delivery {
  const id = nextId(state.deliveries);
  const delivery = sampleDelivery({ id, kind: 'test', repo: '', build: 0, ...unsent });
  state.deliveries = [delivery, ...state.deliveries];
  return delivery;
}

function sendAgain(state: MockState, id: number): Delivery {
  const old = state.deliveries.find((delivery) => delivery.id === id);
  if (!old) throw notFound();
  const delivery: Delivery = { ...old, ...unsent };
  state.deliveries = replace(state.deliveries, delivery);
  return delivery;
}

const unsent = { status: 'waiting', response: '', response_status: 0, error: '' } as const;

const nextId = (items: readonly { id: number }[]): number =>
  Math.max(0, ...items.map(({ id }) => id)) + 1;

const replace = <Item extends { id: number }>(items: Item[], changed: Item): Item[] =>
  items.map((item) => (item.id === changed.id ? changed : item));

const without = <Item extends { id: number }>(items: Item[], id: number): Item[] =>
  items.filter((item) => item.id !== id);
