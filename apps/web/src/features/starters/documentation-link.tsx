import { useMessages } from '../../lib/i18n/messages.tsx';
import { useStarterMessages } from '../../lib/i18n/starter-messages.ts';
import { servedConfig } from '../../lib/page-config.ts';
import css from './starters.module.css';

/** Links to the documentation of this installation, or to its API reference if none is configured. */
export function DocumentationLink() {
  const { common } = useMessages();
  const text = useStarterMessages();
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
