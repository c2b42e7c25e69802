import type { RepoCause } from '@millrace/contract/api';
import type { FormEvent } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useChangeCause } from './cause-mutations.ts';
import css from './causes.module.css';
import { causeMessages } from './messages.ts';

const maxName = 100;
const maxUrl = 500;

interface CauseFormProps {
  repo: RepoName;
  cause: RepoCause;
}

/** Names a cause, links an issue, and lets its failures be retried. */
export function CauseForm({ repo, cause }: CauseFormProps) {
  const { common } = useMessages();
  const text = useTexts(causeMessages);
  const { name, issue, retry } = cause;
  const { values: form, changes, isDirty, edit } = useDraft({ name, issue, retry });
  const { mutate, isPending } = useChangeCause(repo, cause.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(changes);
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label={text.name}
        hint={text.nameHint}
        maxLength={maxName}
        value={form.name}
        onChange={({ target }) => edit({ name: target.value })}
      />
      <TextField
        label={text.issueUrl}
        type="url"
        pattern="https?://.+"
        title={text.issueInvalid}
        maxLength={maxUrl}
        value={form.issue}
        onChange={({ target }) => edit({ issue: target.value })}
      />
      <Checkbox
        label={text.retry}
        hint={text.retryHint}
        checked={form.retry}
        onChange={(checked) => edit({ retry: checked })}
      />
      <Button type="submit" kind="primary">
        {common.saveChanges}
      </Button>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
