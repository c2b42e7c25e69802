import type { BuildEvent } from '@millrace/contract/vocabulary';
import { useTexts } from '../lib/i18n/messages.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldGroup } from '../ui/field-group.tsx';
import css from './event-choice.module.css';
import { findMessages } from './find-messages.ts';

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
  const find = useTexts(findMessages);
  const choose = (chosen: BuildEvent, isChosen: boolean) =>
    onChange(options.filter((event) => (event === chosen ? isChosen : events.includes(event))));
  return (
    <FieldGroup title={title} hint={hint}>
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
    </FieldGroup>
  );
}
