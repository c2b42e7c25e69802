import type { AddedRunner } from '@millrace/contract/api';
import { useState } from 'react';
import { matchErrors } from '../../api/field-errors.ts';
import type { Owner } from '../../api/owner.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAddRunner } from './credential-queries.ts';
import { runnerCredentialMessages } from './messages.ts';
import { readLabels } from './read-labels.ts';
import { ShownRunnerDialog } from './shown-runner-dialog.tsx';

/** Patterns of the error messages about each field. */
const runnerErrors = {
  name: /^(Invalid runner name|There is already a runner)/,
  labels: /^(Invalid runner label|A runner has at most)/,
} as const;

const empty = { name: '', isProtected: false, labels: '' };

interface AddRunnerDialogProps {
  owner: Owner;
  isOpen: boolean;
  onClose: () => void;
}

/** Dialog to add a runner. `ShownRunnerDialog` shows its token afterwards. */
export function AddRunnerDialog({ owner, isOpen, onClose }: AddRunnerDialogProps) {
  const text = useTexts(runnerCredentialMessages);
  const [values, setValues] = useState(empty);
  const [isMalformed, setIsMalformed] = useState(false);
  const [added, setAdded] = useState<AddedRunner | null>(null);
  const add = useAddRunner(owner, setAdded);
  const errors = matchErrors(add, runnerErrors);
  const change = (part: Partial<typeof values>) => {
    errors.clear();
    setIsMalformed(false);
    setValues({ ...values, ...part });
  };
  const close = () => {
    add.reset();
    setValues(empty);
    setAdded(null);
    onClose();
  };
  const submit = () => {
    const { name, isProtected, labels: written } = values;
    const labels = readLabels(written);
    if (!labels) return setIsMalformed(true);
    const isEmpty = Object.keys(labels).length === 0;
    add.mutate({ name: name.trim(), protected: isProtected, ...(isEmpty ? {} : { labels }) });
  };
  if (added) return <ShownRunnerDialog added={added} onClose={close} />;
  return (
    <DialogForm
      title={text.add}
      submit={text.add}
      isOpen={isOpen}
      isPending={add.isPending}
      onSubmit={submit}
      onClose={close}
    >
      <TextField
        label={text.name}
        hint={text.nameHint}
        required
        maxLength={60}
        value={values.name}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.of('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Checkbox
        label={text.protectedBuilds}
        hint={text.protectedHint}
        checked={values.isProtected}
        onChange={(isProtected) => change({ isProtected })}
      />
      <TextArea
        label={text.labels}
        hint={text.labelsHint}
        rows={2}
        value={values.labels}
        spellCheck={false}
        error={isMalformed ? text.malformedLabels : errors.of('labels')}
        onChange={(event) => change({ labels: event.target.value })}
      />
    </DialogForm>
  );
}
