import type { CauseOfWeek } from '@millrace/contract/api';
import { Link } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import css from './causes.module.css';
import { causeMessages } from './messages.ts';

const minuteSec = 60;

interface CauseRowProps {
  cause: CauseOfWeek;
  /** Undefined in a list of all repositories. */
  repo: RepoName | undefined;
}

/** A cause with its numbers of a week. */
export function CauseRow({ cause, repo }: CauseRowProps) {
  const text = useTexts(causeMessages);
  const { id, step, title, name, issue, failures, recovered, lost, repos } = cause;
  const [first] = repos;
  const minutesLost = Math.round(lost / minuteSec);
  const slug = repo ? `${repo.namespace}/${repo.name}` : (first?.slug ?? '');
  return (
    <li className={css.row}>
      <div className={css.what}>
        <Link className={name ? css.name : css.errorLine} to={paths.repoCause(slug, id)}>
          {name || title || text.unknown}
        </Link>
        <p className={css.details}>
          {cause.is_new && <span className={css.isNew}>{text.isNew}</span>}
          <span>{text.step(step)}</span>
          {issue && (
            <a href={issue} target="_blank" rel="noreferrer noopener">
              {text.issue}
            </a>
          )}
          {!repo &&
            repos.map((each) => (
              <Link key={each.slug} to={paths.repoCause(each.slug, id)}>
                {each.slug} ({each.failures})
              </Link>
            ))}
        </p>
      </div>
      <p className={css.numbers}>
        <span className={css.failures}>{text.failures(failures)}</span>
        {recovered > 0 && <span>{text.recovered(recovered)}</span>}
        {minutesLost > 0 && <span>{text.lost(minutesLost)}</span>}
      </p>
    </li>
  );
}
