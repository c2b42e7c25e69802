import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { AccessTokenPanel } from '../features/access-tokens/access-token-panel.tsx';
import { SessionPanel } from '../features/sessions/session-panel.tsx';
import { accountMessages } from '../features/sign-in/account-messages.ts';
import { AccountPanel, LogoutLink, OwnDataPanel } from '../features/sign-in/account-panel.tsx';
import { PasswordForm } from '../features/sign-in/password-form.tsx';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { hasOwnAccounts, hasServerExtras } from '../lib/server-kind.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';

const NotificationPanel = lazyPart(
  () => import('../features/notifications/notification-panel.tsx'),
  'NotificationPanel',
  { instead: () => <ListSkeleton /> },
);

const OwnOrganizations = lazyPart(
  () => import('../features/organizations/own-organizations.tsx'),
  'OwnOrganizations',
);

const SecondFactorPanel = lazyPart(
  () => import('../features/second-factor/second-factor-panel.tsx'),
  'SecondFactorPanel',
  { instead: () => <ListSkeleton /> },
);

export function AccountScreen() {
  const text = useTexts(accountMessages);
  const { data: user } = useCurrentUser();
  usePageTitle(text.title);
  return (
    <>
      <PageHead title={text.title} actions={<LogoutLink />} />
      <Page>
        <AccountPanel />
        {user && hasOwnAccounts() && <OwnOrganizations />}
        {hasServerExtras() && <AccessTokenPanel owner={{}} />}
        {user && hasServerExtras() && <NotificationPanel />}
        {user && hasOwnAccounts() && user.has_password !== false && (
          <>
            <PasswordForm login={user.login} />
            <SecondFactorPanel />
          </>
        )}
        {hasServerExtras() && <SessionPanel owner={{}} />}
        {hasServerExtras() && <OwnDataPanel />}
      </Page>
    </>
  );
}
