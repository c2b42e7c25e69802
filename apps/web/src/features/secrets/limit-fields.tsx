import { type BuildEvent, secretEvents } from '@millrace/contract/vocabulary';
import { EventChoice } from '../../domain-ui/event-choice.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { secretMessages } from './messages.ts';
import type { LimitForm } from './secret-limits.ts';

interface LimitFieldsProps {
  form: LimitForm;
  error: string | undefined;
  onChange: (form: LimitForm) => void;
}

/** Fields for the builds and steps that may use a secret. */
export function LimitFields({ form, error, onChange }: LimitFieldsProps) {
  const text = useTexts(secretMessages);
  const isOfImages = error?.endsWith('is not an image name') === true;
  const choose = (events: BuildEvent[]) =>
    onChange({ ...form, events: secretEvents.filter((event) => events.includes(event)) });
  const patterns = { rows: 2, autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <EventChoice
        title={text.limitEvents}
        hint={text.limitEventsHint}
        options={secretEvents}
        events={form.events}
        onChange={choose}
      />
      <TextArea
        label={text.limitBranches}
        hint={text.limitBranchesHint}
        value={form.branches}
        error={isOfImages ? undefined : error}
        onChange={(event) => onChange({ ...form, branches: event.target.value })}
        {...patterns}
      />
      <TextArea
        label={text.limitImages}
        hint={text.limitImagesHint}
        value={form.images}
        error={isOfImages ? error : undefined}
        onChange={(event) => onChange({ ...form, images: event.target.value })}
        {...patterns}
      />
    </>
  );
}
