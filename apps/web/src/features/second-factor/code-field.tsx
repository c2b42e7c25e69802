import { useTexts } from '../../lib/i18n/messages.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { secondFactorMessages } from './messages.ts';

interface CodeFieldProps {
  value: string;
  error?: string | undefined;
  onChange: (code: string) => void;
}

/** Field for a code of an app, which password managers can fill in. */
export function CodeField({ value, error, onChange }: CodeFieldProps) {
  const text = useTexts(secondFactorMessages);
  return (
    <TextField
      label={text.code}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
