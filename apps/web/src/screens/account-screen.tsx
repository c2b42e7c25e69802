import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { AccountPanel, LogoutLink } from '../features/session/account-panel.tsx';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

export function AccountScreen() {
  const { account: text } = usePageMessages();
  usePageTitle(text.title);
  return (
    <>
      <PageHead title={text.title} actions={<LogoutLink />} />
      <Page>
        <AccountPanel />
      </Page>
    </>
  );
}
