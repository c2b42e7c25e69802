import { Link } from 'react-router';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Mark } from '../../ui/mark.tsx';
import css from './sign-in.module.css';

/** What a server without a policy of its own says about the data that it keeps. */
export function PrivacyScreen() {
  const { nav } = useMessages();
  const { privacy: text } = usePageMessages();
  usePageTitle(text.page);
  return (
    <main className={css.screen} id="content">
      <div className={css.column}>
        <div className={css.brand}>
          <Mark size={40} />
          <h1 className={css.title} tabIndex={-1}>
            {text.title}
          </h1>
        </div>
        <div className={css.card}>
          <ul className={css.facts}>
            {text.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <p>{text.operator}</p>
        </div>
        <p className={css.other}>
          <Link to={paths.home}>{nav.home}</Link>
        </p>
      </div>
    </main>
  );
}
