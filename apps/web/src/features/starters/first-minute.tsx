import type { User } from '@millrace/contract/api';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { hasOwnAccounts } from '../../lib/server-kind.ts';
import { Section } from '../../ui/section.tsx';
import { DocumentationLink } from './documentation-link.tsx';
import { FirstPush } from './first-push.tsx';

/** What an account without repositories does first. */
export function FirstMinute({ user }: { user: User }) {
  return hasOwnAccounts() ? <FirstPush login={user.login} /> : <FirstSync />;
}

function FirstSync() {
  const { starters: text } = usePageMessages();
  return (
    <Section title={text.syncTitle}>
      {text.syncSteps.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <DocumentationLink />
    </Section>
  );
}
