import { findMessages } from '../../domain-ui/find-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import css from './build-list.module.css';

/** Begins the selection of builds. */
export function SelectButton({ onSelect }: { onSelect: () => void }) {
  const text = useTexts(findMessages);
  return (
    <Button className={css.select} kind="ghost" size="small" onClick={onSelect}>
      {text.select}
    </Button>
  );
}
