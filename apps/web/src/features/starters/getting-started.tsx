import type { User } from '@millrace/contract/api';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { hasOwnAccounts } from '../../lib/server-kind.ts';
import { Section } from '../../ui/section.tsx';
import { DocumentationLink } from './documentation-link.tsx';
import { FirstPush } from './first-push.tsx';
import { starterMessages } from './messages.ts';
import css from './starters.module.css';

/** Explains to an account without repositories how to get one. */
export function GettingStarted({ user }: { user: User }) {
  return hasOwnAccounts() ? <FirstPush login={user.login} /> : <FirstSync />;
}

function FirstSync() {
  const text = useTexts(starterMessages);
  return (
    <Section title={text.syncTitle}>
      <ol className={css.sentences}>
        {text.syncSteps.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <DocumentationLink />
    </Section>
  );
}
