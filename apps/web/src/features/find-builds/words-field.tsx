import { findMessages } from '../../domain-ui/find-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useTyped } from '../../lib/use-typed.ts';
import { FilterField } from '../../ui/filter-field.tsx';

interface WordsFieldProps {
  words: string;
  onChange: (words: string) => void;
  className?: string | undefined;
}

/** Search input. Typing is debounced. */
export function WordsField({ words, onChange, className }: WordsFieldProps) {
  const text = useTexts(findMessages);
  const [typed, setTyped] = useTyped(words, onChange);
  return <FilterField className={className} label={text.words} value={typed} onChange={setTyped} />;
}
