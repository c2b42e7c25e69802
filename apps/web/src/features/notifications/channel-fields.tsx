import { channelKinds } from '@millrace/contract/vocabulary';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notificationMessages } from './messages.ts';
import css from './notifications.module.css';
import type { SubscriptionFieldsProps } from './subscription-fields.ts';

/** Fields for the channel and the receiver of the messages. */
export function ChannelFields(props: SubscriptionFieldsProps) {
  const { form, isPersonal, stored, errorOf, onChange } = props;
  const text = useTexts(notificationMessages);
  const { channel, recipients } = form;
  const kinds = channelKinds.filter((kind) => kind !== 'email' || servedConfig?.email);
  return (
    <>
      {stored ? (
        <TextField
          label={text.channel}
          hint={text.channelFixed}
          value={text.channels[channel]}
          disabled
        />
      ) : (
        <SelectField
          label={text.channel}
          value={channel}
          options={kinds.map((value) => ({ value, label: text.channels[value] }))}
          onChange={(chosen) => onChange({ channel: chosen, secret: '' })}
        />
      )}
      {channel !== 'email' && <UrlField {...props} />}
      {channel === 'webhook' && <SecretFields {...props} />}
      {channel === 'email' && isPersonal && <p className={css.note}>{text.ownAddressHint}</p>}
      {channel === 'email' && !isPersonal && (
        <TextArea
          label={text.recipients}
          hint={text.recipientsHint}
          rows={3}
          required
          value={recipients}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('recipients')}
          onChange={(event) => onChange({ recipients: event.target.value })}
        />
      )}
    </>
  );
}

function UrlField({ form, stored, errorOf, onChange }: SubscriptionFieldsProps) {
  const text = useTexts(notificationMessages);
  return (
    <TextField
      type="url"
      label={text.url}
      hint={stored ? text.urlKeptHint(stored.host) : text.urlHint}
      value={form.url}
      required={!stored}
      autoComplete="off"
      spellCheck={false}
      error={errorOf('url')}
      onChange={(event) => onChange({ url: event.target.value })}
    />
  );
}

function SecretFields({ form, stored, errorOf, onChange }: SubscriptionFieldsProps) {
  const text = useTexts(notificationMessages);
  const { url, secret, removesSecret } = form;
  const isSigned = stored?.signed === true;
  const keptHint = url.trim() ? text.secretLostHint : text.secretKeptHint;
  return (
    <>
      <TextField
        type="password"
        label={text.secret}
        hint={isSigned ? keptHint : text.secretHint}
        value={secret}
        disabled={removesSecret}
        autoComplete="new-password"
        error={errorOf('secret')}
        onChange={(event) => onChange({ secret: event.target.value })}
      />
      {isSigned && (
        <Checkbox
          label={text.removeSecret}
          checked={removesSecret}
          onChange={(removes) => onChange({ removesSecret: removes, secret: '' })}
        />
      )}
    </>
  );
}
