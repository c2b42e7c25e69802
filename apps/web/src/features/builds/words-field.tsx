import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { FilterField } from '../../ui/filter-field.tsx';

/** A pause in which most people have typed the next letter. */
const pauseMs = 200;

interface WordsFieldProps {
  words: string;
  onChange: (words: string) => void;
  className?: string | undefined;
}

/** Is looked for when the typing pauses. */
export function WordsField({ words, onChange, className }: WordsFieldProps) {
  const { find: text } = usePageMessages();
  const [typed, setTyped] = useState(words);
  const told = useRef(words);
  // The address may change by itself, as when one goes back.
  useEffect(() => {
    if (words !== told.current) setTyped(words);
    told.current = words;
  }, [words]);
  const tell = useEffectEvent(() => {
    const next = typed.trim();
    if (next === told.current) return;
    told.current = next;
    onChange(next);
  });
  useEffect(() => {
    if (typed.trim() === told.current) return;
    const timer = setTimeout(tell, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return <FilterField className={className} label={text.words} value={typed} onChange={setTyped} />;
}
