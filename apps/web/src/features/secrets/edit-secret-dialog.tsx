import type { Secret } from '@millrace/contract/api';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { changesOf } from '../../lib/changes-of.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { LimitFields } from './limit-fields.tsx';
import { secretMessages } from './messages.ts';
import type { SecretCalls } from './secret-calls.ts';
import { readLimitForm, toLimitForm } from './secret-limits.ts';
import { useUpdateSecret } from './secret-mutations.ts';

interface EditSecretDialogProps {
  calls: SecretCalls;
  secret: Secret;
  onClose: () => void;
}

/** Replaces the value of a secret, or its limits. The stored value is never shown. */
export function EditSecretDialog({ calls, secret, onClose }: EditSecretDialogProps) {
  const text = useTexts(secretMessages);
  const [data, setData] = useState('');
  const [isAllowed, setIsAllowed] = useState(secret.pull_request);
  const [limits, setLimits] = useState(() => toLimitForm(secret));
  const update = useUpdateSecret(calls, secret.name);
  const errors = fieldErrors(update);
  const stored = { pull_request: secret.pull_request, ...readLimitForm(toLimitForm(secret)) };
  const edited = {
    pull_request: isAllowed,
    ...(data === '' ? {} : { data }),
    ...(hasServerExtras() ? readLimitForm(limits) : {}),
  };
  return (
    <DialogForm
      title={text.editDialog(secret.name)}
      submit={text.save}
      isOpen
      isPending={update.isPending}
      onSubmit={() => update.mutate(changesOf(edited, stored), { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea
        label={text.newValue}
        hint={text.newValueHint}
        value={data}
        autoComplete="off"
        spellCheck={false}
        error={errors.of('secretValue')}
        onChange={(event) => {
          errors.clear();
          setData(event.target.value);
        }}
      />
      <Checkbox label={text.allowPullRequests} checked={isAllowed} onChange={setIsAllowed} />
      {hasServerExtras() && (
        <LimitFields
          form={limits}
          error={errors.of('secretLimit')}
          onChange={(form) => {
            errors.clear();
            setLimits(form);
          }}
        />
      )}
    </DialogForm>
  );
}
