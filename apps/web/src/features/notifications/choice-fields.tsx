import {
  buildEvents,
  digestPeriods,
  notificationRules,
  notificationScopes,
} from '@millrace/contract/vocabulary';
import { EventChoice } from '../../domain-ui/event-choice.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notificationMessages } from './messages.ts';
import { RepoChoice } from './repo-choice.tsx';
import type { SubscriptionFieldsProps } from './subscription-fields.ts';

/** Fields for the builds that a subscription announces. */
export function ChoiceFields({ form, isPersonal, errorOf, onChange }: SubscriptionFieldsProps) {
  const text = useTexts(notificationMessages);
  const { scope, rule, branches, events, digest, isEnabled } = form;
  return (
    <>
      {isPersonal && (
        <SelectField
          label={text.scope}
          value={scope}
          options={notificationScopes.map((value) => ({ value, label: text.scopes[value] }))}
          onChange={(chosen) => onChange({ scope: chosen })}
        />
      )}
      {isPersonal && scope === 'chosen' && (
        <RepoChoice choice={form} error={errorOf('repos')} onChange={onChange} />
      )}
      <SelectField
        label={text.rule}
        value={rule}
        options={notificationRules.map((value) => ({ value, label: text.rules[value] }))}
        onChange={(chosen) => onChange({ rule: chosen })}
      />
      <TextField
        label={text.branches}
        hint={text.branchesHint}
        value={branches}
        autoComplete="off"
        spellCheck={false}
        error={errorOf('branches')}
        onChange={(event) => onChange({ branches: event.target.value })}
      />
      <EventChoice
        title={text.events}
        hint={text.eventsHint}
        options={buildEvents}
        events={events}
        onChange={(chosen) => onChange({ events: chosen })}
      />
      <SelectField
        label={text.digest}
        value={digest}
        options={digestPeriods.map((value) => ({ value, label: text.digests[value] }))}
        onChange={(chosen) => onChange({ digest: chosen })}
      />
      <Checkbox
        label={text.isEnabled}
        hint={text.isEnabledHint}
        checked={isEnabled}
        onChange={(isChosen) => onChange({ isEnabled: isChosen })}
      />
    </>
  );
}
