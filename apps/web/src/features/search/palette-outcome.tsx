import type { Repo } from '@millrace/contract/api';
import { useLanguage, useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { paletteMessages } from './messages.ts';
import css from './palette.module.css';
import type { PaletteResults } from './palette-groups.ts';

interface OutcomeProps {
  typed: string;
  inside: Repo | null;
  results: PaletteResults;
  count: number;
}

/** The outcome of a search: the number of results, a hint if there are none, and errors. */
export function PaletteOutcome({
  typed,
  inside,
  results: { isPending, errors },
  count,
}: OutcomeProps) {
  const { common } = useMessages();
  const palette = useTexts(paletteMessages);
  const { locale } = useLanguage();
  const isSearch = typed.trim() !== '' || inside !== null;
  return (
    <>
      {errors.map((error) => (
        <p key={error} className={css.error}>
          {error}
        </p>
      ))}
      {isSearch && count > 0 && (
        <span className="visually-hidden">{palette.found(count.toLocaleString(locale))}</span>
      )}
      {isSearch && count === 0 && isPending && <p className={css.none}>{common.loading}</p>}
      {isSearch && count === 0 && !isPending && errors.length === 0 && (
        <p className={css.none}>{inside && !typed.trim() ? palette.empty : palette.none}</p>
      )}
    </>
  );
}
