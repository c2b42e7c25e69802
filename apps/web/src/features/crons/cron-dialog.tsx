import type { Repo } from '@millrace/contract/api';
import { useState } from 'react';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCreateCron } from './cron-mutations.ts';
import { type Schedule, schedules } from './schedules.ts';

const defaultBranch = 'master';
const empty = { name: '', branch: '', expr: '@hourly' as Schedule };

interface CronDialogProps {
  repo: Pick<Repo, 'namespace' | 'name'>;
  isOpen: boolean;
  onClose: () => void;
}

export function CronDialog({ repo, isOpen, onClose }: CronDialogProps) {
  const { common } = useMessages();
  const { crons: text } = usePageMessages();
  const [{ name, branch, expr }, setValues] = useState(empty);
  const create = useCreateCron(repo);
  const close = () => {
    // An answer that comes later has nothing more to do with this dialog.
    create.reset();
    setValues(empty);
    onClose();
  };
  const submit = () =>
    create.mutate(
      { name: name.trim(), branch: branch.trim() || defaultBranch, expr },
      { onSuccess: close },
    );
  return (
    <DialogForm
      title={text.dialog}
      submit={common.create}
      isOpen={isOpen}
      isPending={create.isPending}
      onSubmit={submit}
      onClose={close}
    >
      <TextField
        label={text.name}
        value={name}
        autoComplete="off"
        onChange={(event) => setValues({ name: event.target.value, branch, expr })}
      />
      <TextField
        label={text.branch}
        value={branch}
        placeholder={defaultBranch}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setValues({ name, branch: event.target.value, expr })}
      />
      <Select
        label={text.schedule}
        value={expr}
        options={schedules.map((value) => ({ value, label: value }))}
        onChange={(chosen) => setValues({ name, branch, expr: chosen })}
      />
    </DialogForm>
  );
}
