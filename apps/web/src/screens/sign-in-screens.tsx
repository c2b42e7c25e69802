import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { signInMessages } from '../features/sign-in/messages.ts';
import { forgetReturnPath } from '../features/sign-in/return-path.ts';
import { forgetLogin, readSentLogin } from '../features/sign-in/sent-login.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { SecondFactorPage } from './second-factor-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

// In this part, because each page names its parts before anything is shown. The register links to the privacy statement.
export { PrivacyScreen } from './privacy-screen.tsx';
export { RegisterScreen } from './register-screen.tsx';

/** The start page of guests. Also the last page of a window that was opened to sign in again. */
export function WelcomeScreen() {
  const text = useTexts(signInMessages);
  const isDone = useSearchParams()[0].has('signed-in');
  useEffect(() => {
    if (isDone) window.close();
  }, [isDone]);
  return isDone ? <SignInPage notice={{ tone: 'success', text: text.signedIn }} /> : <SignInPage />;
}

/** Also the page of the second factor, after the password. */
export function LoginFormScreen() {
  const [search] = useSearchParams();
  const step = search.get('step');
  if (!step) return <SignInPage isFormPage />;
  return <SecondFactorPage isSetUp={step === 'set-up'} message={search.get('message')} />;
}

export function LoginErrorScreen() {
  const text = useTexts(signInMessages);
  const [search] = useSearchParams();
  const notice = { tone: 'danger', text: search.get('message') || text.failed } as const;
  return <SignInPage notice={notice} login={readSentLogin()} />;
}

/** Shown after sign-out. The server ends the session and serves the interface at the same path. */
export function LogoutScreen() {
  const text = useTexts(signInMessages);
  useEffect(() => {
    forgetReturnPath();
    forgetLogin();
  }, []);
  return <SignInPage notice={{ tone: 'success', text: text.loggedOut }} />;
}
