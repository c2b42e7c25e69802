import { exportOwnData } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { serverAddress, serverUrl } from '../../api/server-address.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { serverPaths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { accountMessages } from './account-messages.ts';
import { RenewTokenButton } from './renew-token-button.tsx';
import { tokenQuery } from './session-queries.ts';

/** Stands for the token, with its length, until that is loaded. */
const placeholder = 'x'.repeat(32);

/** The personal token, with examples of its use. */
export function AccountPanel() {
  const text = useTexts(accountMessages);
  const { data, error, refetch } = useQuery(tokenQuery);
  if (error && !data) return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  const token = data?.token ?? '';
  const shown = token || placeholder;
  const copy = (snippet: string) =>
    token ? (
      <CopyButton text={snippet} copied={text.copied} />
    ) : (
      <Skeleton width={80} height={28} />
    );
  const apiCall = `curl -i ${serverAddress}/api/user \\\n  -H "Authorization: Bearer ${shown}"`;
  const setup = `export DRONE_SERVER=${serverAddress}\nexport DRONE_TOKEN=${shown}\ndrone info`;
  return (
    <>
      <Section title={text.token} action={<RenewTokenButton isDisabled={!token} />}>
        <p>{text.tokenHint}</p>
        <Snippet label={text.token} text={shown} action={copy(token)} />
      </Section>
      <Section title={text.apiCall}>
        <Snippet label={text.apiCall} text={apiCall} action={copy(apiCall)} />
      </Section>
      <Section title={text.commandLine}>
        <Snippet label={text.commandLine} text={setup} action={copy(setup)} />
      </Section>
    </>
  );
}

/** Download of what the server has stored of the person. */
export function OwnDataPanel() {
  const text = useTexts(accountMessages);
  return (
    <Section title={text.ownData}>
      <p>{text.ownDataHint}</p>
      <p>
        <a className={buttonClass()} href={serverUrl(exportOwnData.path)} download>
          {text.download}
        </a>
      </p>
    </Section>
  );
}

/** A plain link, not a route, because the server ends the session. */
export function LogoutLink() {
  const text = useTexts(accountMessages);
  return (
    <a className={buttonClass()} href={serverUrl(serverPaths.logout)}>
      {text.logout}
    </a>
  );
}
