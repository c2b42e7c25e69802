import type { Repo, RepoSettings } from '@millrace/contract/api';
import { visibilities } from '@millrace/contract/vocabulary';
import { type FormEvent, useState } from 'react';
import { visibilityMessages } from '../../domain-ui/visibility-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import css from './general-form.module.css';
import {
  canCancelRunning,
  completeChange,
  formOf,
  type GeneralForm,
  timeoutChoices,
  timeoutLabel,
} from './general-view.ts';
import { generalMessages } from './messages.ts';

type Flag = {
  [Key in keyof GeneralForm]-?: GeneralForm[Key] extends boolean ? Key : never;
}[keyof GeneralForm];

interface Change<Input> {
  mutate: (input: Input) => void;
  isPending: boolean;
}

interface GeneralFormProps {
  repo: Repo;
  isSystemAdmin: boolean;
  /** False for viewers who are not admins of the repository. The settings are then read-only. */
  canChange: boolean;
  /** Whether this server hosts the repository, and so decides its default branch. */
  isHosted: boolean;
  save: Change<RepoSettings>;
  disable: Change<void>;
  repair: Change<void>;
}

/** The general settings of a repository, with buttons to disable and repair it. */
export function GeneralSettings(props: GeneralFormProps) {
  const { repo, isSystemAdmin, canChange, isHosted, save, disable, repair } = props;
  const { common } = useMessages();
  const text = useTexts(generalMessages);
  const { values: form, changes, isDirty, edit } = useDraft(formOf(repo, isHosted));
  const change = (part: Partial<GeneralForm>) => edit(completeChange(form, part));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(changes);
  };

  return (
    <form onSubmit={submit}>
      <fieldset className={css.form} disabled={!canChange}>
        {!canChange && <Notice tone="neutral">{text.adminsChange}</Notice>}
        <FlagFields {...{ form, change, isSystemAdmin }} />
        <VisibilityField {...{ form, change }} />
        <SelectField
          label={text.timeout}
          value={String(form.timeout)}
          options={timeoutChoices(repo.timeout).map((minutes) => ({
            value: String(minutes),
            label: timeoutLabel(minutes, text),
          }))}
          onChange={(minutes) => change({ timeout: Number(minutes) })}
        />
        {form.default_branch !== undefined && (
          <TextField
            label={text.defaultBranch}
            hint={text.hints.defaultBranch}
            value={form.default_branch}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change({ default_branch: event.target.value })}
          />
        )}
        <TextField
          label={text.configuration}
          value={form.config_path}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change({ config_path: event.target.value })}
        />
        {form.config_folder !== undefined && (
          <TextField
            label={text.pipelineFolder}
            hint={text.hints.pipelineFolder}
            value={form.config_folder}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change({ config_folder: event.target.value })}
          />
        )}
        <div className={css.footer}>
          <Button type="submit" kind="primary" disabled={save.isPending}>
            {common.saveChanges}
          </Button>
          <DisableButton slug={repo.slug} disable={disable} />
          <Button
            disabled={repair.isPending}
            title={text.repairDetail}
            onClick={() => repair.mutate()}
          >
            {text.repair}
          </Button>
        </div>
      </fieldset>
      <UnsavedGuard isDirty={canChange && isDirty} />
    </form>
  );
}

function DisableButton({ slug, disable }: { slug: string; disable: Change<void> }) {
  const text = useTexts(generalMessages);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button disabled={disable.isPending} onClick={() => setIsConfirming(true)}>
        {text.disable}
      </Button>
      <ConfirmDialog
        question={text.disableQuestion}
        detail={text.disableDetail(slug)}
        action={text.disable}
        isOpen={isConfirming}
        onConfirm={() => disable.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}

interface FieldProps {
  form: GeneralForm;
  change: (part: Partial<GeneralForm>) => void;
}

/** Switches for the events that start builds and, for system admins, the features that builds may use. */
function FlagFields({ form, change, isSystemAdmin }: FieldProps & { isSystemAdmin: boolean }) {
  const text = useTexts(generalMessages);
  const flag = (name: Flag, label: string, hint?: string, isDisabled = false) => (
    <Switch
      label={label}
      hint={hint}
      checked={form[name]}
      disabled={isDisabled}
      onChange={(checked) => change({ [name]: checked })}
    />
  );
  return (
    <>
      <Section title={text.webhooks}>
        <div className={css.switches}>
          {flag('ignore_pull_requests', text.ignorePullRequests)}
          {flag('ignore_forks', text.ignoreForks)}
        </div>
      </Section>
      {isSystemAdmin && (
        <Section title={text.projectSettings}>
          <div className={css.switches}>
            {flag('protected', text.protected, text.hints.protected)}
            {flag('trusted', text.trusted, text.hints.trusted)}
            {flag(
              'auto_cancel_pull_requests',
              text.autoCancelPullRequests,
              text.hints.autoCancelPullRequests,
            )}
            {flag('auto_cancel_pushes', text.autoCancelPushes, text.hints.autoCancelPushes)}
            {flag(
              'auto_cancel_running',
              text.autoCancelRunning,
              text.hints.autoCancelRunning,
              !canCancelRunning(form),
            )}
          </div>
        </Section>
      )}
    </>
  );
}

/** Radio buttons for the visibility of the repository. */
function VisibilityField({ form, change }: FieldProps) {
  const text = useTexts(generalMessages);
  const names = useTexts(visibilityMessages);
  return (
    <Section title={text.visibility}>
      <fieldset className={css.cards}>
        <legend className="visually-hidden">{text.visibility}</legend>
        {visibilities.map((visibility) => (
          <label key={visibility} className={css.card}>
            <input
              type="radio"
              name="visibility"
              value={visibility}
              checked={form.visibility === visibility}
              onChange={() => change({ visibility })}
            />
            <span>
              <span className={css.cardTitle}>{names[visibility][0]}</span>
              <span className={css.cardDetail}>{names[visibility][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
