import { useSearchParams } from 'react-router';
import { Breadcrumb } from '../domain-ui/breadcrumb.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { AccessTokenPanel } from '../features/access-tokens/access-token-panel.tsx';
import { accessTokenMessages } from '../features/access-tokens/messages.ts';
import { RemoveSecondFactorButton } from '../features/second-factor/remove-second-factor-button.tsx';
import { SessionPanel } from '../features/sessions/session-panel.tsx';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { userMessages } from '../features/users/messages.ts';
import { UserPanel } from '../features/users/user-panel.tsx';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { hasOwnAccounts, hasServerExtras } from '../lib/server-kind.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { adminMessages } from './admin-messages.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

/** The accounts, for system admins. Other accounts get a 404 page. */
export function UsersScreen() {
  const admin = useTexts(adminMessages);
  const text = useTexts(userMessages);
  const { data: user } = useCurrentUser();
  const tokensOf = useSearchParams()[0].get('tokens');
  usePageTitle(text.title);
  if (user === undefined) return null;
  if (!user?.admin) return <NotFoundScreen />;
  if (tokensOf) return <MachineTokens login={tokensOf} />;
  return (
    <>
      <PageHead title={admin.system} tabs={<AdminTabs />} />
      <Page>
        <UserPanel
          ownLogin={user.login}
          more={({ login, machine }) =>
            !machine &&
            hasServerExtras() && (
              <>
                {hasOwnAccounts() && <RemoveSecondFactorButton login={login} />}
                <SessionPanel owner={{ login }} />
              </>
            )
          }
        />
      </Page>
    </>
  );
}

/** The access tokens of a machine user. */
function MachineTokens({ login }: { login: string }) {
  const admin = useTexts(adminMessages);
  const text = useTexts(accessTokenMessages);
  const crumbs = [{ label: admin.system, to: paths.users }, { label: login }];
  return (
    <>
      <PageHead breadcrumb={<Breadcrumb crumbs={crumbs} />} title={text.of(login)} />
      <Page>
        <AccessTokenPanel owner={{ login }} />
      </Page>
    </>
  );
}
