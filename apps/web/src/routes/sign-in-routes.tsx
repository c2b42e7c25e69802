import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { forgetReturnPath } from '../features/session/return-path.ts';
import { SignInScreen } from '../features/session/sign-in-screen.tsx';
import { useMessages } from '../lib/i18n/messages.tsx';

export function WelcomeRoute() {
  return <SignInScreen />;
}

export function LoginFormRoute() {
  return <SignInScreen isFormPage />;
}

export function LoginErrorRoute() {
  const { signIn: text } = useMessages();
  const [search] = useSearchParams();
  return <SignInScreen notice={{ tone: 'danger', text: search.get('message') || text.failed }} />;
}

/** The server has ended the session and serves the interface at the same address. */
export function LogoutRoute() {
  const { signIn: text } = useMessages();
  useEffect(forgetReturnPath, []);
  return <SignInScreen notice={{ tone: 'success', text: text.loggedOut }} />;
}
