import type { Caches } from '@millrace/contract/api';
import { type FormEvent, useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { useCacheMessages } from '../../lib/i18n/cache-messages.ts';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useSaveCacheLimits } from './cache-mutations.ts';
import css from './caches.module.css';

const megabyte = 1_000_000;

interface CacheLimitsFormProps extends Pick<Caches, 'own' | 'server'> {
  repo: RepoName;
}

/** Lowers the quota and retention of the repository. An empty field stands for the limit of the server. */
export function CacheLimitsForm({ repo, own, server }: CacheLimitsFormProps) {
  const { common } = useMessages();
  const text = useCacheMessages();
  const stored = {
    days: own.days === null ? '' : String(own.days),
    megabytes: own.repo_bytes === null ? '' : String(own.repo_bytes / megabyte),
  };
  const [form, setForm] = useState(stored);
  const { mutate, isPending } = useSaveCacheLimits(repo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    mutate({
      days: form.days === '' ? null : Number(form.days),
      repo_bytes: form.megabytes === '' ? null : Math.round(Number(form.megabytes) * megabyte),
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
          onChange={({ target }) => setForm({ ...form, days: target.value })}
        />
        <TextField
          type="number"
          min={0}
          step="any"
          label={text.quota}
          hint={text.server(server.repo_bytes / megabyte)}
          value={form.megabytes}
          onChange={({ target }) => setForm({ ...form, megabytes: target.value })}
        />
        <Button type="submit" kind="primary">
          {common.saveChanges}
        </Button>
        <UnsavedGuard isDirty={form.days !== stored.days || form.megabytes !== stored.megabytes} />
      </form>
    </Section>
  );
}
