import type {
  BuildEvent,
  ChannelKind,
  DigestPeriod,
  NotificationRule,
  NotificationScope,
} from '@millrace/contract/vocabulary';
import { changesOf } from '../../lib/changes-of.ts';
import type { ChangedFields, ListedSubscription, NewFields } from './notification-calls.ts';

/** Input of the form for a subscription. */
export interface SubscriptionForm {
  name: string;
  channel: ChannelKind;
  /** Empty for the stored one. */
  url: string;
  /** Empty for none, or for the stored one. */
  secret: string;
  removesSecret: boolean;
  /** Addresses, separated by line breaks or commas. */
  recipients: string;
  scope: NotificationScope;
  repos: readonly string[];
  /** Name of a further repository that is being typed. */
  typedRepo: string;
  rule: NotificationRule;
  branches: string;
  events: readonly BuildEvent[];
  digest: DigestPeriod;
  isEnabled: boolean;
}

export function emptyForm(channel: ChannelKind): SubscriptionForm {
  return {
    name: '',
    channel,
    url: '',
    secret: '',
    removesSecret: false,
    recipients: '',
    scope: 'own',
    repos: [],
    typedRepo: '',
    rule: 'failure',
    branches: '',
    events: [],
    digest: 'off',
    isEnabled: true,
  };
}

export function formOf(subscription: ListedSubscription): SubscriptionForm {
  const { name, channel, recipients, scope, repos, disabled } = subscription;
  const { rule, branches, events, digest } = subscription;
  const form = emptyForm(channel);
  return {
    ...form,
    name,
    rule,
    branches,
    events,
    digest,
    isEnabled: !disabled,
    recipients: recipients.join('\n'),
    scope: scope ?? form.scope,
    repos: repos ?? [],
  };
}

/** Returns the body of the call that creates the subscription. */
export function newFields(form: SubscriptionForm, isPersonal: boolean): NewFields {
  const { channel, url, secret } = form;
  return {
    channel,
    ...(channel !== 'email' && { url: url.trim() }),
    ...(secret && { secret }),
    ...choiceOf(form, isPersonal),
  };
}

/** Returns the body of the call that changes the subscription. An empty URL or secret stays as it is. */
export function changedFields(
  form: SubscriptionForm,
  stored: ListedSubscription,
  isPersonal: boolean,
): ChangedFields {
  const { url, secret, removesSecret } = form;
  return {
    ...(url.trim() && { url: url.trim() }),
    ...((secret || removesSecret) && { secret: removesSecret ? '' : secret }),
    ...changesOf(choiceOf(form, isPersonal), choiceOf(formOf(stored), isPersonal)),
  };
}

/** Adds the typed repository to the chosen ones. */
export function addTypedRepo<Form extends Pick<SubscriptionForm, 'repos' | 'typedRepo'>>(
  form: Form,
): Form {
  const repos = new Set([...form.repos, form.typedRepo.trim()].filter(Boolean));
  return { ...form, repos: [...repos], typedRepo: '' };
}

function choiceOf(form: SubscriptionForm, isPersonal: boolean) {
  const { name, channel, rule, branches, events, digest, isEnabled, scope } = form;
  const { repos } = addTypedRepo(form);
  const recipients = form.recipients.split(/[\s,;]+/).filter(Boolean);
  return {
    name: name.trim(),
    rule,
    branches: branches.trim(),
    events: [...events],
    digest,
    disabled: !isEnabled,
    ...(isPersonal && { scope, repos: scope === 'chosen' ? [...repos] : [] }),
    ...(!isPersonal && channel === 'email' && { recipients }),
  };
}
