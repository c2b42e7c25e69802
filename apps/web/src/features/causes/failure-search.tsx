import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import css from './causes.module.css';
import { causeMessages } from './messages.ts';

/** Finds builds by the text of their failures, in the list of builds. */
export function FailureSearch({ repo }: { repo: RepoName | undefined }) {
  const text = useTexts(causeMessages);
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const list = repo ? paths.repo(`${repo.namespace}/${repo.name}`) : paths.buildsFeed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim()) void navigate(`${list}?${new URLSearchParams({ failure: words.trim() })}`);
  };
  return (
    <form className={css.search} onSubmit={submit}>
      <FilterField
        className={css.searchField}
        label={text.search}
        value={words}
        onChange={setWords}
      />
      <Button type="submit">{text.find}</Button>
    </form>
  );
}
