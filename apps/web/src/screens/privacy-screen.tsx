import { Link } from 'react-router';
import { useMessages, useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { privacyMessages } from './privacy-messages.ts';
import css from './session-page.module.css';
import { SessionPage } from './session-page.tsx';

/** Default privacy notice, for servers without their own. */
export function PrivacyScreen() {
  const { nav } = useMessages();
  const text = useTexts(privacyMessages);
  usePageTitle(text.page);
  return (
    <SessionPage title={text.title} other={<Link to={paths.home}>{nav.home}</Link>}>
      <ul className={css.facts}>
        {text.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p>{text.operator}</p>
    </SessionPage>
  );
}
