import type { Secret } from '@millrace/contract/api';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useUpdateSecret } from './secret-mutations.ts';
import type { SecretScope } from './secret-queries.ts';

interface EditSecretDialogProps {
  scope: SecretScope;
  secret: Secret;
  onClose: () => void;
}

/** Replaces the value of a secret. The stored value is never shown. */
export function EditSecretDialog({ scope, secret, onClose }: EditSecretDialogProps) {
  const { secrets: text } = usePageMessages();
  const [data, setData] = useState('');
  const [isAllowed, setIsAllowed] = useState(secret.pull_request);
  const update = useUpdateSecret(scope, secret.name);
  const errors = fieldErrors(update);
  const change = { pull_request: isAllowed, ...(data === '' ? {} : { data }) };
  return (
    <DialogForm
      title={text.editDialog(secret.name)}
      submit={text.save}
      isOpen
      isPending={update.isPending}
      onSubmit={() => update.mutate(change, { onSuccess: onClose })}
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
    </DialogForm>
  );
}
