import { useState } from 'react';
import { matchErrors } from '../../api/field-errors.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { MessagePreview } from './message-preview.tsx';
import { notificationMessages } from './messages.ts';
import type { ListedSubscription, NotificationCalls } from './notification-calls.ts';
import { useCreateSubscription, useUpdateSubscription } from './notification-mutations.ts';
import { refusedParts } from './subscription-errors.ts';
import type { SubscriptionFieldsProps } from './subscription-fields.ts';
import {
  changedFields,
  emptyForm,
  formOf,
  newFields,
  type SubscriptionForm,
} from './subscription-form.ts';

interface SubscriptionDialogProps {
  calls: NotificationCalls;
  onClose: () => void;
}

/** Dialog to create a subscription. */
export function NewSubscriptionDialog({ calls, onClose }: SubscriptionDialogProps) {
  const { common } = useMessages();
  const text = useTexts(notificationMessages);
  const create = useCreateSubscription(calls);
  const { isPersonal } = calls;
  return (
    <SubscriptionFormDialog
      title={text.add}
      submit={common.create}
      calls={calls}
      initial={emptyForm(isPersonal && servedConfig?.email ? 'email' : 'webhook')}
      call={create}
      onSubmit={(form) => create.mutate(newFields(form, isPersonal), { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Dialog to change a subscription. */
export function EditSubscriptionDialog(
  props: SubscriptionDialogProps & { stored: ListedSubscription },
) {
  const { calls, stored, onClose } = props;
  const text = useTexts(notificationMessages);
  const update = useUpdateSubscription(calls, stored.id);
  return (
    <SubscriptionFormDialog
      title={text.editDialog(stored.name)}
      submit={text.save}
      calls={calls}
      stored={stored}
      initial={formOf(stored)}
      call={update}
      onSubmit={(form) =>
        update.mutate(changedFields(form, stored, calls.isPersonal), { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}

interface SubscriptionFormDialogProps extends SubscriptionDialogProps {
  title: string;
  submit: string;
  stored?: ListedSubscription;
  initial: SubscriptionForm;
  call: Parameters<typeof matchErrors>[0] & { isPending: boolean };
  onSubmit: (form: SubscriptionForm) => void;
}

function SubscriptionFormDialog(props: SubscriptionFormDialogProps) {
  const { title, submit, calls, stored, initial, call, onSubmit, onClose } = props;
  const text = useTexts(notificationMessages);
  const [form, setForm] = useState(initial);
  const errors = matchErrors(call, refusedParts);
  const change = (part: Partial<SubscriptionForm>) => {
    errors.clear();
    setForm({ ...form, ...part });
  };
  const fields: SubscriptionFieldsProps = {
    form,
    stored,
    isPersonal: calls.isPersonal,
    errorOf: errors.of,
    onChange: change,
  };
  return (
    <DialogForm
      title={title}
      submit={submit}
      isOpen
      isPending={call.isPending}
      onSubmit={() => onSubmit(form)}
      onClose={onClose}
    >
      <TextField
        label={text.name}
        value={form.name}
        required
        autoComplete="off"
        error={errors.of('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <ChannelFields {...fields} />
      <ChoiceFields {...fields} />
      <MessagePreview key={form.channel} calls={calls} channel={form.channel} />
    </DialogForm>
  );
}
