import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import css from './starters.module.css';

/** Leads to the documentation of this installation, else to the description of its API. */
export function DocumentationLink() {
  const { common } = useMessages();
  const { starters: text } = usePageMessages();
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
