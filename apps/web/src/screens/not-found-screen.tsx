import { Link, useLocation } from 'react-router';
import { rememberReturnPath } from '../features/sign-in/return-path.ts';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { notFoundMessages } from './not-found-messages.ts';
import css from './not-found-screen.module.css';

/**
 * The 404 page. A guest may only lack a session, so it links to the sign-in page, which returns to this path.
 */
export function NotFoundScreen() {
  const text = useTexts(notFoundMessages);
  const { data: user } = useCurrentUser();
  const { pathname, search, hash } = useLocation();
  usePageTitle(text.page);
  const remember = () => {
    if (pathname !== paths.notFound) rememberReturnPath(pathname + search + hash);
  };
  return (
    <div className={css.screen}>
      <h1 className={css.title} tabIndex={-1}>
        {text.title}
      </h1>
      <p className={css.detail}>{text.detail}</p>
      {user === null && (
        <Link className={buttonClass({ kind: 'primary' })} to={paths.welcome} onClick={remember}>
          {text.signIn}
        </Link>
      )}
      {user && (
        <Link className={buttonClass()} to={paths.home}>
          {text.home}
        </Link>
      )}
    </div>
  );
}
