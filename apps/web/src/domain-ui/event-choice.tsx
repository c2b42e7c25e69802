import type { BuildEvent } from '@millrace/contract/vocabulary';
import { useId } from 'react';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import css from './event-choice.module.css';

interface EventChoiceProps {
  title: string;
  hint: string;
  /** Events to choose from. */
  options: readonly BuildEvent[];
  events: readonly BuildEvent[];
  onChange: (events: BuildEvent[]) => void;
}

/** Checkboxes for the events of builds. */
export function EventChoice({ title, hint, options, events, onChange }: EventChoiceProps) {
  const { find } = usePageMessages();
  const noteId = useId();
  const choose = (chosen: BuildEvent, isChosen: boolean) =>
    onChange(options.filter((event) => (event === chosen ? isChosen : events.includes(event))));
  return (
    <fieldset className={css.group} aria-describedby={noteId}>
      <legend>{title}</legend>
      <div className={css.events}>
        {options.map((event) => (
          <Checkbox
            key={event}
            label={find.events[event]}
            checked={events.includes(event)}
            onChange={(isChosen) => choose(event, isChosen)}
          />
        ))}
      </div>
      <p id={noteId} className={css.note}>
        {hint}
      </p>
    </fieldset>
  );
}
