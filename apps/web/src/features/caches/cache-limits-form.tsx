import type { Caches } from '@millrace/contract/api';
import type { FormEvent } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useSaveCacheLimits } from './cache-mutations.ts';
import css from './caches.module.css';
import { cacheMessages } from './messages.ts';

const megabyte = 1_000_000;

interface CacheLimitsFormProps extends Pick<Caches, 'own' | 'server'> {
  repo: RepoName;
}

/** Lowers the quota and retention of the repository. An empty field stands for the limit of the server. */
export function CacheLimitsForm({ repo, own, server }: CacheLimitsFormProps) {
  const { common } = useMessages();
  const text = useTexts(cacheMessages);
  const stored = {
    days: own.days === null ? '' : String(own.days),
    megabytes: own.repo_bytes === null ? '' : String(own.repo_bytes / megabyte),
  };
  const { values: form, changes, isDirty, edit } = useDraft(stored);
  const { mutate, isPending } = useSaveCacheLimits(repo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const { days, megabytes } = changes;
    mutate({
      ...(days !== undefined && { days: days === '' ? null : Number(days) }),
      ...(megabytes !== undefined && {
        repo_bytes: megabytes === '' ? null : Math.round(Number(megabytes) * megabyte),
      }),
    });
  };
  return (
    <Section title={text.limits}>
      <form className={css.form} onSubmit={submit}>
        <TextField
          type="number"
          min={0}
          step={1}
          label={text.days}
          hint={server.days === 0 ? text.noExpiry : text.server(server.days)}
          value={form.days}
          onChange={({ target }) => edit({ days: target.value })}
        />
        <TextField
          type="number"
          min={0}
          step="any"
          label={text.quota}
          hint={text.server(server.repo_bytes / megabyte)}
          value={form.megabytes}
          onChange={({ target }) => edit({ megabytes: target.value })}
        />
        <Button type="submit" kind="primary">
          {common.saveChanges}
        </Button>
        <UnsavedGuard isDirty={isDirty} />
      </form>
    </Section>
  );
}
