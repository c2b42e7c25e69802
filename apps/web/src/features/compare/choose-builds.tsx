import { type FormEvent, useEffect, useState } from 'react';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './compare.module.css';
import { compareMessages } from './messages.ts';

interface ChooseBuildsProps {
  before: number;
  after: number;
  onChoose: (before: number, after: number) => void;
}

const number = { inputMode: 'numeric', pattern: '[1-9][0-9]*', required: true } as const;

/** Form to select the two builds to compare. */
export function ChooseBuilds({ before, after, onChoose }: ChooseBuildsProps) {
  const text = useTexts(compareMessages);
  const [form, setForm] = useState({ before: '', after: '' });
  useEffect(() => setForm({ before: String(before), after: String(after) }), [before, after]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(Number(form.before), Number(form.after));
  };
  return (
    <form className={css.choose} onSubmit={submit}>
      <TextField
        {...number}
        label={text.before}
        value={form.before}
        onChange={({ target }) => setForm({ ...form, before: target.value })}
      />
      <TextField
        {...number}
        label={text.after}
        value={form.after}
        onChange={({ target }) => setForm({ ...form, after: target.value })}
      />
      <Button type="submit">{text.compare}</Button>
      <Button kind="ghost" onClick={() => onChoose(after, before)}>
        {text.swap}
      </Button>
    </form>
  );
}
