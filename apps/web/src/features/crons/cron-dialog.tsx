import type { Repo } from '@millrace/contract/api';
import { useState } from 'react';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { fieldErrors } from '../../api/field-errors.ts';
import { defaultBranchOf } from '../../lib/default-branch.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCreateCron } from './cron-mutations.ts';
import { cronMessages } from './messages.ts';
import { type Schedule, schedules } from './schedules.ts';
import { ZoneField } from './zone-field.tsx';

const empty = { name: '', branch: '', expr: '@hourly' as Schedule, timeZone: '' };

interface CronDialogProps {
  repo: Pick<Repo, 'namespace' | 'name' | 'default_branch'>;
  isOpen: boolean;
  onClose: () => void;
}

export function CronDialog({ repo, isOpen, onClose }: CronDialogProps) {
  const { common } = useMessages();
  const text = useTexts(cronMessages);
  const [values, setValues] = useState(empty);
  const { name, branch, expr, timeZone } = values;
  const defaultBranch = defaultBranchOf(repo);
  const suggestions = useBranchSuggestions(repo);
  const create = useCreateCron(repo);
  const errors = fieldErrors(create);
  const change = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  const close = () => {
    // Ignores a response that arrives after the dialog is closed.
    create.reset();
    setValues(empty);
    onClose();
  };
  const submit = () =>
    create.mutate(
      {
        name: name.trim(),
        branch: branch.trim() || defaultBranch,
        expr,
        ...(timeZone.trim() ? { time_zone: timeZone.trim() } : {}),
      },
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
        error={errors.of('cronName')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <ComboboxField
        label={text.branch}
        value={branch}
        placeholder={defaultBranch}
        {...suggestions}
        error={errors.of('cronBranch')}
        onChange={(chosen) => change({ branch: chosen })}
      />
      <SelectField
        label={text.schedule}
        value={expr}
        options={schedules.map((value) => ({ value, label: value }))}
        error={errors.of('cronExpression')}
        onChange={(chosen) => change({ expr: chosen })}
      />
      <ZoneField
        {...{ repo, expr }}
        value={timeZone}
        onChange={(zone) => change({ timeZone: zone })}
      />
    </DialogForm>
  );
}
