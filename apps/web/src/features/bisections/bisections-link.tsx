import { Link } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import css from './bisections.module.css';
import { bisectionMessages } from './messages.ts';

/** Links to the bisections of a repository. */
export function BisectionsLink({ repo }: { repo: RepoName }) {
  const text = useTexts(bisectionMessages);
  return (
    <p className={css.link}>
      <Link
        className={buttonClass({ size: 'small' })}
        to={paths.bisections(`${repo.namespace}/${repo.name}`)}
      >
        {text.title}
      </Link>
    </p>
  );
}
