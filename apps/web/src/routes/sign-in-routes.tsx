import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { PrivacyScreen } from '../features/session/privacy-screen.tsx';
import { RegisterScreen } from '../features/session/register-screen.tsx';
import { forgetReturnPath } from '../features/session/return-path.ts';
import { SignInScreen } from '../features/session/sign-in-screen.tsx';
import { usePageMessages } from '../lib/i18n/messages.tsx';

export function WelcomeRoute() {
  return <SignInScreen />;
}

export function LoginFormRoute() {
  return <SignInScreen isFormPage />;
}

export function LoginErrorRoute() {
  const { signIn: text } = usePageMessages();
  const [search] = useSearchParams();
  return <SignInScreen notice={{ tone: 'danger', text: search.get('message') || text.failed }} />;
}

/** The server has ended the session and serves the interface at the same address. */
export function LogoutRoute() {
  const { signIn: text } = usePageMessages();
  useEffect(forgetReturnPath, []);
  return <SignInScreen notice={{ tone: 'success', text: text.loggedOut }} />;
}

export function RegisterRoute() {
  return <RegisterScreen />;
}

export function PrivacyRoute() {
  return <PrivacyScreen />;
}
