import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { starterMessages } from './messages.ts';
import css from './starters.module.css';

/** Links to the documentation of this installation, or to its API reference if none is configured. */
export function DocumentationLink() {
  const { common } = useMessages();
  const text = useTexts(starterMessages);
  const { links, apiReference } = servedConfig ?? {};
  const address = links?.documentation ?? apiReference;
  if (!address) return null;
  return (
    <p>
      {text.more}{' '}
      <a className={css.link} href={address}>
        {links?.documentation ? common.documentation : common.apiReference}
      </a>
    </p>
  );
}
