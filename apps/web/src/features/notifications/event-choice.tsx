import { type BuildEvent, buildEvents } from '@millrace/contract/vocabulary';
import { useId } from 'react';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { useNotificationMessages } from '../../lib/i18n/notification-messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import css from './notifications.module.css';

interface EventChoiceProps {
  events: readonly BuildEvent[];
  onChange: (events: readonly BuildEvent[]) => void;
}

/** Checkboxes for the events of builds. */
export function EventChoice({ events, onChange }: EventChoiceProps) {
  const { find } = usePageMessages();
  const text = useNotificationMessages();
  const noteId = useId();
  const choose = (chosen: BuildEvent, isChosen: boolean) =>
    onChange(buildEvents.filter((event) => (event === chosen ? isChosen : events.includes(event))));
  return (
    <fieldset className={css.group} aria-describedby={noteId}>
      <legend>{text.events}</legend>
      <div className={css.events}>
        {buildEvents.map((event) => (
          <Checkbox
            key={event}
            label={find.events[event]}
            checked={events.includes(event)}
            onChange={(isChosen) => choose(event, isChosen)}
          />
        ))}
      </div>
      <p id={noteId} className={css.note}>
        {text.eventsHint}
      </p>
    </fieldset>
  );
}
