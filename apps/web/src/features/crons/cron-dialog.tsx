import type { Repo } from '@millrace/contract/api';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/dialog-form.module.css';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCreateCron } from './cron-queries.ts';

const schedules = ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'] as const;
type Schedule = (typeof schedules)[number];

const defaultBranch = 'master';
const empty = { name: '', branch: '', expr: '@hourly' as Schedule };

interface CronDialogProps {
  repo: Pick<Repo, 'namespace' | 'name'>;
  isOpen: boolean;
  onClose: () => void;
}

export function CronDialog({ repo, isOpen, onClose }: CronDialogProps) {
  const { crons: text, common } = useMessages();
  const [values, setValues] = useState(empty);
  const close = () => {
    setValues(empty);
    onClose();
  };
  const create = useCreateCron(repo, close);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const branch = values.branch.trim() || defaultBranch;
    create.mutate({ name: values.name.trim(), branch, expr: values.expr });
  };
  return (
    <Dialog title={text.dialog} isOpen={isOpen} onClose={close}>
      <form className={form.form} onSubmit={submit}>
        <div className={form.body}>
          <TextField
            label={text.name}
            value={values.name}
            autoComplete="off"
            onChange={(event) => setValues({ ...values, name: event.target.value })}
          />
          <TextField
            label={text.branch}
            value={values.branch}
            placeholder={defaultBranch}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setValues({ ...values, branch: event.target.value })}
          />
          <Select
            label={text.schedule}
            value={values.expr}
            options={schedules.map((value) => ({ value, label: value }))}
            onChange={(expr) => setValues({ ...values, expr })}
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
