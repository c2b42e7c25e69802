import { type RepoRole, repoRoles } from '@millrace/contract/vocabulary';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useGrantRole } from './member-mutations.ts';
import type { RepoName } from './member-queries.ts';
import { memberMessages } from './messages.ts';

const empty = { login: '', role: 'write' as RepoRole };

interface MemberDialogProps {
  repo: RepoName;
  isOpen: boolean;
  onClose: () => void;
}

export function MemberDialog({ repo, isOpen, onClose }: MemberDialogProps) {
  const text = useTexts(memberMessages);
  const [values, setValues] = useState(empty);
  const add = useGrantRole(repo, 'add');
  const errors = fieldErrors(add);
  const change = (part: Partial<typeof values>) => {
    errors.clear();
    setValues({ ...values, ...part });
  };
  const close = () => {
    // Ignores a response that arrives after the dialog is closed.
    add.reset();
    setValues(empty);
    onClose();
  };
  const choose = (value: string) => {
    const role = repoRoles.find((candidate) => candidate === value);
    if (role) change({ role });
  };
  return (
    <DialogForm
      title={text.dialog}
      submit={text.add}
      isOpen={isOpen}
      isPending={add.isPending}
      onSubmit={() =>
        add.mutate({ login: values.login.trim(), role: values.role }, { onSuccess: close })
      }
      onClose={close}
    >
      <TextField
        label={text.login}
        hint={text.loginHint}
        required
        value={values.login}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.of('login')}
        onChange={(event) => change({ login: event.target.value })}
      />
      <SelectField
        label={text.rights}
        hint={text.roleHints[values.role]}
        required
        value={values.role}
        options={repoRoles.map((value) => ({ value, label: text.roles[value] }))}
        onChange={choose}
      />
    </DialogForm>
  );
}
