import type { RepoCause } from '@millrace/contract/api';
import { type FormEvent, useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { useCausePageMessages } from '../../lib/i18n/cause-page-messages.ts';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useChangeCause } from './cause-mutations.ts';
import css from './causes.module.css';

const maxName = 100;
const maxUrl = 500;

interface CauseFormProps {
  repo: RepoName;
  cause: RepoCause;
}

/** Names a cause, links an issue, and lets its failures be retried. */
export function CauseForm({ repo, cause }: CauseFormProps) {
  const { common } = useMessages();
  const text = useCausePageMessages();
  const { name, issue, retry } = cause;
  const [form, setForm] = useState({ name, issue, retry });
  const { mutate, isPending } = useChangeCause(repo, cause.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    mutate(form, { onSuccess: (saved) => setForm({ ...saved }) });
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <TextField
        label={text.name}
        hint={text.nameHint}
        maxLength={maxName}
        value={form.name}
        onChange={({ target }) => setForm({ ...form, name: target.value })}
      />
      <TextField
        label={text.issueUrl}
        type="url"
        pattern="https?://.+"
        title={text.issueInvalid}
        maxLength={maxUrl}
        value={form.issue}
        onChange={({ target }) => setForm({ ...form, issue: target.value })}
      />
      <Checkbox
        label={text.retry}
        hint={text.retryHint}
        checked={form.retry}
        onChange={(checked) => setForm({ ...form, retry: checked })}
      />
      <Button type="submit" kind="primary">
        {common.saveChanges}
      </Button>
      <UnsavedGuard isDirty={form.name !== name || form.issue !== issue || form.retry !== retry} />
    </form>
  );
}
