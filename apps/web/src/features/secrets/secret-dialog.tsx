import { type FormEvent, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/dialog-form.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type SecretScope, useCreateSecret } from './secret-queries.ts';

const empty = { name: '', data: '', pull_request: false };

interface SecretDialogProps {
  scope: SecretScope;
  isOpen: boolean;
  onClose: () => void;
}

export function SecretDialog({ scope, isOpen, onClose }: SecretDialogProps) {
  const { secrets: text, common } = useMessages();
  const [values, setValues] = useState(empty);
  const close = () => {
    setValues(empty);
    onClose();
  };
  const create = useCreateSecret(scope, close);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate({ ...values, name: values.name.trim() });
  };
  return (
    <Dialog
      title={scope.name === undefined ? text.orgDialog : text.dialog}
      isOpen={isOpen}
      onClose={close}
    >
      <form className={form.form} onSubmit={submit}>
        <div className={form.body}>
          <TextField
            label={text.name}
            value={values.name}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setValues({ ...values, name: event.target.value })}
          />
          <TextArea
            label={text.value}
            value={values.data}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setValues({ ...values, data: event.target.value })}
          />
          <Checkbox
            label={text.allowPullRequests}
            checked={values.pull_request}
            onChange={(isAllowed) => setValues({ ...values, pull_request: isAllowed })}
          />
        </div>
        <div className={form.footer}>
          <Button onClick={close}>{common.cancel}</Button>
          <Button type="submit" kind="primary" disabled={create.isPending}>
            {common.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
