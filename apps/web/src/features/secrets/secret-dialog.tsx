import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCreateSecret } from './secret-mutations.ts';
import type { SecretScope } from './secret-queries.ts';

const empty = { name: '', data: '', pull_request: false };

interface SecretDialogProps {
  scope: SecretScope;
  isOpen: boolean;
  onClose: () => void;
}

export function SecretDialog({ scope, isOpen, onClose }: SecretDialogProps) {
  const { common } = useMessages();
  const { secrets: text } = usePageMessages();
  const [values, setValues] = useState(empty);
  const create = useCreateSecret(scope);
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
  return (
    <DialogForm
      title={scope.name === undefined ? text.orgDialog : text.dialog}
      submit={common.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={() => create.mutate({ ...values, name: values.name.trim() }, { onSuccess: close })}
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
    </DialogForm>
  );
}
