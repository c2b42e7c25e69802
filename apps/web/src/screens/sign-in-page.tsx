import type { PageConfig } from '@millrace/contract/api';
import { Link, useLocation } from 'react-router';
import { serverUrl } from '../api/server-address.ts';
import { signInMessages } from '../features/sign-in/messages.ts';
import { readReturnPath, rememberReturnPath } from '../features/sign-in/return-path.ts';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { useTexts } from '../lib/i18n/messages.tsx';
import { servedConfig } from '../lib/page-config.ts';
import { paths, serverPaths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice, type Tone } from '../ui/notice.tsx';
import css from './session-page.module.css';
import { SessionPage } from './session-page.tsx';

interface SignInPageProps {
  /** Shows the password form even if the server config does not offer it. */
  isFormPage?: boolean;
  /** Login of a rejected sign-in. */
  login?: string | undefined;
  notice?: { tone: Tone; text: string };
}

/** A sign-in or sign-out page. They differ in the notice and in the sign-in methods. */
export function SignInPage({ isFormPage = false, login, notice }: SignInPageProps) {
  const text = useTexts(signInMessages);
  const returnPath = readReturnPath(useLocation().search);
  const offers: PageConfig['signIn'] = servedConfig?.signIn ?? {
    password: false,
    forge: !isFormPage,
  };
  const hasForm = isFormPage || offers.password;
  usePageTitle(text.page);
  // A sign-in that the forge or provider rejects ends on a page without `return_to`.
  const remember = () => {
    if (returnPath) rememberReturnPath(returnPath);
  };

  return (
    <SessionPage
      title={
        <>
          <span lang="en">Sign in</span> <span aria-hidden="true">/</span>{' '}
          <span lang="zh-CN">登录</span>
        </>
      }
      greeting={text.greeting}
      notice={notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
      other={!hasForm && <Link to={paths.loginForm}>{text.withPassword}</Link>}
    >
      {hasForm && <SignInForm returnPath={returnPath} login={login} />}
      {offers.forge && (
        <div className={css.forge}>
          <p className={css.note}>{text.redirectNote}</p>
          <a
            className={buttonClass({ kind: hasForm ? 'secondary' : 'primary' })}
            onClick={remember}
            href={serverUrl(serverPaths.login, { return_to: returnPath ?? undefined })}
          >
            {text.continue}
          </a>
        </div>
      )}
      {offers.provider !== undefined && (
        <div className={css.forge}>
          <a
            className={buttonClass({ kind: hasForm ? 'secondary' : 'primary' })}
            onClick={remember}
            href={serverUrl(serverPaths.provider, { return_to: returnPath ?? undefined })}
          >
            {text.continueWith(offers.provider)}
          </a>
        </div>
      )}
    </SessionPage>
  );
}
