import { Link } from 'react-router';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { CodeForm } from '../features/sign-in/code-form.tsx';
import { signInMessages } from '../features/sign-in/messages.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Notice } from '../ui/notice.tsx';
import { SessionPage } from './session-page.tsx';

const SignInSetUpForm = lazyPart(
  () => import('../features/second-factor/sign-in-set-up.tsx'),
  'SignInSetUpForm',
);

/** Asks for the second factor, or sets up the one that the server requires. */
export function SecondFactorPage({
  isSetUp,
  message,
}: {
  isSetUp: boolean;
  message: string | null;
}) {
  const text = useTexts(signInMessages);
  usePageTitle(text.page);
  return (
    <SessionPage
      title={text.page}
      notice={message && <Notice tone="danger">{message}</Notice>}
      other={<Link to={paths.loginForm}>{text.withPassword}</Link>}
    >
      {isSetUp ? <SignInSetUpForm /> : <CodeForm />}
    </SessionPage>
  );
}
