import type { Cron } from '@millrace/contract/api';
import { useState } from 'react';
import { useBranchSuggestions } from '../../api/branch-search.ts';
import { fieldErrors } from '../../api/field-errors.ts';
import { changesOf } from '../../lib/changes-of.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useUpdateCron } from './cron-mutations.ts';
import type { RepoName } from './cron-queries.ts';
import { cronMessages } from './messages.ts';
import { schedules } from './schedules.ts';
import { ZoneField } from './zone-field.tsx';

interface EditCronDialogProps {
  repo: RepoName;
  cron: Cron;
  onClose: () => void;
}

export function EditCronDialog({ repo, cron, onClose }: EditCronDialogProps) {
  const text = useTexts(cronMessages);
  const [branch, setBranch] = useState(cron.branch);
  const [expr, setExpr] = useState(cron.expr);
  const stored = cron.time_zone ?? '';
  const [timeZone, setTimeZone] = useState(stored);
  const [isEnabled, setIsEnabled] = useState(!cron.disabled);
  const suggestions = useBranchSuggestions(repo);
  const update = useUpdateCron(repo, cron.name);
  const errors = fieldErrors(update);
  // Includes the stored schedule, so that saving never changes it by accident.
  const choices = [...new Set([...schedules, cron.expr])];
  return (
    <DialogForm
      title={text.editDialog(cron.name)}
      submit={text.save}
      isOpen
      isPending={update.isPending}
      onSubmit={() =>
        update.mutate(
          {
            ...changesOf(
              { branch: branch.trim() || cron.branch, expr, disabled: !isEnabled },
              cron,
            ),
            ...(timeZone.trim() === stored ? {} : { time_zone: timeZone.trim() }),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <ComboboxField
        label={text.branch}
        placeholder={cron.branch}
        value={branch}
        {...suggestions}
        error={errors.of('cronBranch')}
        onChange={(chosen) => {
          errors.clear();
          setBranch(chosen);
        }}
      />
      <SelectField
        label={text.schedule}
        required
        value={expr}
        options={choices.map((value) => ({ value, label: value }))}
        error={errors.of('cronExpression')}
        onChange={(chosen) => {
          errors.clear();
          setExpr(chosen);
        }}
      />
      <ZoneField
        {...{ repo, expr }}
        value={timeZone}
        onChange={(zone) => {
          errors.clear();
          setTimeZone(zone);
        }}
      />
      <Checkbox
        label={text.enabled}
        hint={text.enabledHint}
        checked={isEnabled}
        onChange={setIsEnabled}
      />
    </DialogForm>
  );
}
