import { minPasswordLength } from '@millrace/contract/api';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { fieldErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusInvalid } from '../../ui/use-focus-invalid.ts';
import { accountMessages } from './account-messages.ts';
import css from './password-form.module.css';
import { useChangePassword } from './session-mutations.ts';

const empty = { current: '', password: '', repeated: '' };

/** Changes the password of an account of this server. */
export function PasswordForm({ login }: { login: string }) {
  const text = useTexts(accountMessages);
  const form = useRef<HTMLFormElement>(null);
  const { field, errors, isMismatch, isPending, submit } = usePasswordForm(form);
  return (
    <Section title={text.password}>
      <p>{text.passwordHint}</p>
      <form ref={form} className={css.form} onSubmit={submit}>
        {/* Password managers need a field with the account of the passwords. */}
        <input hidden readOnly type="text" autoComplete="username" value={login} />
        <TextField
          label={text.currentPassword}
          autoComplete="current-password"
          error={errors.of('currentPassword')}
          {...field('current')}
        />
        <TextField
          label={text.newPassword}
          hint={text.passwordLength(minPasswordLength)}
          minLength={minPasswordLength}
          autoComplete="new-password"
          error={errors.of('newPassword')}
          {...field('password')}
        />
        <TextField
          label={text.repeatedPassword}
          name="repeated"
          error={isMismatch ? text.passwordMismatch : undefined}
          autoComplete="new-password"
          {...field('repeated')}
        />
        <div>
          <Button type="submit" kind="primary" disabled={isPending}>
            {text.changePassword}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** State of the form: the passwords, their validation, and the request. */
function usePasswordForm(form: RefObject<HTMLFormElement | null>) {
  const [values, setValues] = useState(empty);
  const [isMismatch, setIsMismatch] = useState(false);
  const change = useChangePassword();
  const errors = fieldErrors(change);
  const { onSent, onEdited } = useFocusInvalid(form, change.isPending);
  const field = (name: keyof typeof empty) => ({
    type: 'password',
    required: true,
    value: values[name],
    onChange: (event: { target: HTMLInputElement }) => {
      setValues({ ...values, [name]: event.target.value });
      setIsMismatch(false);
      errors.clear();
      onEdited();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { current, password, repeated } = values;
    if (change.isPending) return;
    if (password !== repeated) {
      setIsMismatch(true);
      event.currentTarget.querySelector<HTMLInputElement>('[name=repeated]')?.focus();
      return;
    }
    onSent();
    change.mutate({ current, password }, { onSuccess: () => setValues(empty) });
  };
  return { field, errors, isMismatch, isPending: change.isPending, submit };
}
