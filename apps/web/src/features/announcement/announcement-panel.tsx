import { type Announcement, maxAnnouncement } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { bodyOf, formOf } from './announcement-form.ts';
import { useDeleteAnnouncement, useSetAnnouncement } from './announcement-mutations.ts';
import css from './announcement-panel.module.css';
import { announcementQuery } from './announcement-queries.ts';
import { announcementMessages } from './messages.ts';

/** The announcement to everybody, and the read-only mode. */
export function AnnouncementPanel() {
  const text = useTexts(announcementMessages);
  const { data, error, refetch } = useQuery(announcementQuery);
  if (data === undefined && error) {
    return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  }
  return (
    <Section title={text.title}>
      {data === undefined ? <ListSkeleton /> : <AnnouncementFields stored={data} />}
    </Section>
  );
}

function AnnouncementFields({ stored }: { stored: Announcement | null }) {
  const { common } = useMessages();
  const text = useTexts(announcementMessages);
  const { values: form, isDirty, edit } = useDraft(formOf(stored));
  const set = useSetAnnouncement();
  const remove = useDeleteAnnouncement();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!set.isPending) set.mutate(bodyOf(form));
  };
  const times = [
    ['starts', text.starts, text.startsHint],
    ['ends', text.ends, text.endsHint],
    ['readOnlyFrom', text.readOnlyFrom, text.readOnlyHint],
  ] as const;
  return (
    <form className={css.form} onSubmit={submit}>
      <p className={css.hint}>{text.hint}</p>
      <TextArea
        label={text.text}
        required
        rows={3}
        maxLength={maxAnnouncement}
        value={form.text}
        onChange={(event) => edit({ text: event.target.value })}
      />
      {times.map(([name, label, hint]) => (
        <TextField
          key={name}
          type="datetime-local"
          label={label}
          hint={hint}
          value={form[name]}
          onChange={(event) => edit({ [name]: event.target.value })}
        />
      ))}
      <div className={css.actions}>
        <Button type="submit" kind="primary">
          {common.saveChanges}
        </Button>
        {stored && (
          <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
            {text.delete}
          </Button>
        )}
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
