import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCompleteAccount } from '../features/sign-in/session-mutations.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { licenceUrl } from '../lib/licence-urls.ts';
import { servedConfig } from '../lib/page-config.ts';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { validationMessages } from '../ui/validation-messages.ts';
import { registerMessages } from './register-messages.ts';
import css from './session-page.module.css';
import { SessionPage } from './session-page.tsx';

/** Completes the profile of a new account. If that fails, the error is only logged and the dashboard opens. */
export function RegisterScreen() {
  const text = useTexts(registerMessages);
  const { required } = useTexts(validationMessages);
  const [values, setValues] = useState({ email: '', name: '', company: '' });
  const [isChecked, setIsChecked] = useState(false);
  const [isNoAddress, setIsNoAddress] = useState(false);
  const navigate = useNavigate();
  const complete = useCompleteAccount(() => navigate(paths.home));
  usePageTitle(text.page);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const trimmed = {
      email: values.email.trim(),
      name: values.name.trim(),
      company: values.company.trim(),
    };
    setValues(trimmed);
    setIsChecked(true);
    const email = event.currentTarget.querySelector<HTMLInputElement>('[type=email]');
    setIsNoAddress(email?.validity.typeMismatch === true);
    if (trimmed.email && trimmed.name && event.currentTarget.checkValidity()) {
      complete.mutate(trimmed);
    } else event.currentTarget.querySelector<HTMLInputElement>('input:invalid')?.focus();
  };
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
    error: isChecked && name !== 'company' && !values[name] ? required : undefined,
  });

  return (
    <SessionPage title={text.title}>
      <form onSubmit={submit} noValidate>
        <TextField
          label={text.email}
          type="email"
          autoComplete="email"
          required
          {...field('email')}
          {...(values.email && isNoAddress && { error: text.noAddress })}
        />
        <TextField label={text.name} autoComplete="name" required {...field('name')} />
        <TextField label={text.company} autoComplete="organization" {...field('company')} />
        <p className={css.note}>
          {text.terms}{' '}
          {servedConfig?.links?.privacy ? (
            <a href={servedConfig.links.privacy}>{text.privacy}</a>
          ) : (
            <Link to={paths.privacy}>{text.privacy}</Link>
          )}{' '}
          · <a href={licenceUrl}>{text.licence}</a>
        </p>
        <Button type="submit" kind="primary" disabled={complete.isPending}>
          {text.submit}
        </Button>
      </form>
    </SessionPage>
  );
}
