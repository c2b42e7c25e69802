import type { SignInSetUp, TotpSecret } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readApiError } from '../../api/api-error.ts';
import { serverUrl } from '../../api/server-address.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { serverPaths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CodeField } from './code-field.tsx';
import { secondFactorMessages } from './messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSecretView } from './totp-secret-view.tsx';

/** Sets up the second factor that the server requires, after the password and before the first page. */
export function SignInSetUpForm() {
  const text = useTexts(secondFactorMessages);
  const [code, setCode] = useState('');
  const proposal = useQuery({
    queryKey: ['sign-in-set-up'],
    queryFn: () => post<TotpSecret>({}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  const setUp = useMutation({
    mutationFn: () => post<SignInSetUp>({ code }),
    meta: { quiet: true },
  });
  if (setUp.data) {
    return (
      <>
        <RecoveryCodes codes={setUp.data.recovery_codes} />
        <a className={buttonClass({ kind: 'primary' })} href={serverUrl(setUp.data.return_to)}>
          {text.continue}
        </a>
      </>
    );
  }
  const failure = setUp.error ?? proposal.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!setUp.isPending) setUp.mutate();
  };
  return (
    <>
      {failure && <Notice tone="danger">{failure.message}</Notice>}
      {proposal.data && (
        <form onSubmit={submit}>
          <p>{text.signInSetUp}</p>
          <TotpSecretView {...proposal.data} />
          <CodeField value={code} onChange={setCode} />
          <Button type="submit" kind="primary" disabled={setUp.isPending}>
            {text.setUp}
          </Button>
        </form>
      )}
    </>
  );
}

async function post<Answer>(fields: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(fields);
  const answer = await fetch(serverUrl(`${serverPaths.login}/set-up`), { method: 'POST', body });
  const text = await answer.text();
  if (!answer.ok) throw readApiError(answer.status, text, answer.statusText);
  return JSON.parse(text);
}
