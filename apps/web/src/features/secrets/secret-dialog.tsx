import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LimitFields } from './limit-fields.tsx';
import { secretMessages } from './messages.ts';
import type { SecretCalls } from './secret-calls.ts';
import { type LimitForm, readLimitForm, toLimitForm } from './secret-limits.ts';
import { useCreateSecret } from './secret-mutations.ts';

const empty = { name: '', data: '', pull_request: false, limits: toLimitForm({}) };

interface SecretDialogProps {
  calls: SecretCalls;
  isOpen: boolean;
  onClose: () => void;
  onCreated: (name: string) => void;
}

export function SecretDialog({ calls, isOpen, onClose, onCreated }: SecretDialogProps) {
  const { common } = useMessages();
  const text = useTexts(secretMessages);
  const [values, setValues] = useState(empty);
  const create = useCreateSecret(calls);
  const errors = fieldErrors(create);
  const change = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  const close = () => {
    // A later response must not change the dialog.
    create.reset();
    setValues(empty);
    onClose();
  };
  const { limits, ...rest } = values;
  const body = { ...rest, name: values.name.trim(), ...chosenLimits(limits) };
  return (
    <DialogForm
      title={text.of[calls.kind].dialog}
      submit={common.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={() =>
        create.mutate(body, {
          onSuccess: () => {
            close();
            onCreated(body.name);
          },
        })
      }
      onClose={close}
    >
      <TextField
        label={text.name}
        value={values.name}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('secretName')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label={text.value}
        value={values.data}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('secretValue')}
        onChange={(event) => change({ data: event.target.value })}
      />
      <Checkbox
        label={text.allowPullRequests}
        checked={values.pull_request}
        onChange={(isAllowed) => change({ pull_request: isAllowed })}
      />
      {hasServerExtras() && (
        <LimitFields
          form={limits}
          error={errors.of('secretLimit')}
          onChange={(form) => change({ limits: form })}
        />
      )}
    </DialogForm>
  );
}

/** Returns the limits that are set. Original servers know none. */
function chosenLimits(form: LimitForm) {
  const given = Object.entries(readLimitForm(form)).filter(([, list]) => list.length > 0);
  return Object.fromEntries(given);
}
