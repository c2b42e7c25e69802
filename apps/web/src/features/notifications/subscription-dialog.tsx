import {
  type ChannelKind,
  channelKinds,
  type NotificationRule,
  notificationRules,
} from '@millrace/contract/vocabulary';
import { useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { useNotificationMessages } from '../../lib/i18n/notification-messages.ts';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCreateSubscription, usePreview } from './notification-mutations.ts';
import type { RepoName } from './notification-queries.ts';
import css from './notifications.module.css';

interface Values {
  name: string;
  channel: ChannelKind;
  url: string;
  secret: string;
  rule: NotificationRule;
  branches: string;
}

const empty: Values = {
  ...{ name: '', channel: 'webhook', url: '', secret: '' },
  ...{ rule: 'failure', branches: '' },
};

interface SubscriptionDialogProps {
  repo: RepoName;
  isOpen: boolean;
  onClose: () => void;
}

export function SubscriptionDialog({ repo, isOpen, onClose }: SubscriptionDialogProps) {
  const { common } = useMessages();
  const text = useNotificationMessages();
  const [values, setValues] = useState(empty);
  const create = useCreateSubscription(repo);
  const preview = usePreview(repo);
  const { name, channel, url, secret, rule, branches } = values;
  const change = (part: Partial<Values>) => setValues({ ...values, ...part });
  const close = () => {
    create.reset();
    preview.reset();
    setValues(empty);
    onClose();
  };
  const chooseChannel = (chosen: ChannelKind) => {
    preview.reset();
    change({ channel: chosen, ...(chosen !== 'webhook' && { secret: '' }) });
  };
  return (
    <DialogForm
      title={text.add}
      submit={common.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={() => create.mutate(values, { onSuccess: close })}
      onClose={close}
    >
      <TextField
        label={text.name}
        value={name}
        required
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={text.channel}
        value={channel}
        options={channelKinds.map((value) => ({ value, label: text.channels[value] }))}
        onChange={chooseChannel}
      />
      <TextField
        label={text.url}
        hint={text.urlHint}
        type="url"
        value={url}
        required
        autoComplete="off"
        onChange={(event) => change({ url: event.target.value })}
      />
      {channel === 'webhook' && (
        <TextField
          label={text.secret}
          hint={text.secretHint}
          type="password"
          value={secret}
          autoComplete="new-password"
          onChange={(event) => change({ secret: event.target.value })}
        />
      )}
      <SelectField
        label={text.rule}
        value={rule}
        options={notificationRules.map((value) => ({ value, label: text.rules[value] }))}
        onChange={(chosen) => change({ rule: chosen })}
      />
      <TextField
        label={text.branches}
        hint={text.branchesHint}
        value={branches}
        autoComplete="off"
        onChange={(event) => change({ branches: event.target.value })}
      />
      <Button
        kind="ghost"
        type="button"
        disabled={preview.isPending}
        onClick={() => preview.mutate(channel)}
      >
        {text.showPreview}
      </Button>
      {preview.data && <MessageText label={text.preview} text={preview.data.body} />}
    </DialogForm>
  );
}

function MessageText({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className={css.message}>
      <pre>{text}</pre>
    </section>
  );
}
