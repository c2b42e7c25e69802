import type { LoginForm } from '@millrace/contract/api';
import { type FormEvent, useState } from 'react';
import { serverUrl } from '../../api/server-address.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { serverPaths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { validationMessages } from '../../ui/validation-messages.ts';
import { signInMessages } from './messages.ts';
import { rememberReturnPath } from './return-path.ts';
import { rememberLogin } from './sent-login.ts';

const fields = {
  username: 'username',
  password: 'password',
  return_to: 'return_to',
} as const satisfies Record<keyof LoginForm, keyof LoginForm>;

interface SignInFormProps {
  returnPath: string | null;
  /** Initial value of the login. */
  login?: string | undefined;
  /** Handles the submit. Without it, the browser posts the form and leaves the page. */
  onSend?: (form: FormData) => void;
  isPending?: boolean;
}

/** A plain HTML form, so that the browser's password manager and the server's redirects work. */
export function SignInForm({ returnPath, login, onSend, isPending = false }: SignInFormProps) {
  const text = useTexts(signInMessages);
  const { required } = useTexts(validationMessages);
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set());

  const send = (form: FormData) => {
    if (onSend) return onSend(form);
    // The page that shows a rejection has no other way to know them.
    rememberLogin(String(form.get(fields.username)));
    if (returnPath) rememberReturnPath(returnPath);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const inputs = [...event.currentTarget.querySelectorAll('input')];
    for (const input of inputs) input.value = input.value.trim();
    const missing = inputs.filter((input) => input.required && !input.value);
    setEmpty(new Set(missing.map((input) => input.name)));
    if (missing.length > 0 || onSend) event.preventDefault();
    if (missing.length === 0) send(new FormData(event.currentTarget));
    missing[0]?.focus();
  };
  const error = (name: string) => (empty.has(name) ? required : undefined);

  return (
    <form method="post" action={serverUrl(serverPaths.login)} onSubmit={submit} noValidate>
      <TextField
        label={text.username}
        name={fields.username}
        autoComplete="username"
        defaultValue={login}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={error(fields.username)}
      />
      <TextField
        label={text.password}
        name={fields.password}
        type="password"
        autoComplete="current-password"
        required
        error={error(fields.password)}
      />
      {returnPath && <input type="hidden" name={fields.return_to} value={returnPath} />}
      <Button type="submit" kind="primary" disabled={isPending}>
        {text.submit}
      </Button>
    </form>
  );
}
