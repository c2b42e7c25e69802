import type { Build } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { buildCausesQuery } from './cause-query.ts';
import css from './seen-before.module.css';
import { seenBeforeMessages } from './seen-before-messages.ts';

const shortHashLength = 8;

interface SeenBeforeProps {
  repo: RepoName;
  build: Build;
  /** Numbers of the failed step. */
  stage: number;
  step: number;
}

/** Shows how often a step failed for the same reason, and how often a second attempt was enough. */
export function SeenBefore({ repo, build, stage, step }: SeenBeforeProps) {
  const text = useTexts(seenBeforeMessages);
  const { data } = useQuery(buildCausesQuery(repo, build));
  const cause = data?.find((each) => each.stage === stage && each.step === step);
  if (!cause || cause.failures < 2) return null;
  const { failures, recovered, repos, first } = cause;
  const slug = `${repo.namespace}/${repo.name}`;
  const isOwn = first.slug === slug;
  return (
    <p className={css.seen}>
      <Link to={paths.repoCause(slug, cause.id)}>{cause.name || text.cause}</Link>
      <span>
        {text.seen(failures)}{' '}
        <Link to={paths.build(first.slug, first.build)}>
          {`${isOwn ? '' : `${first.slug} `}#${first.build}`}
        </Link>
        {repos > 1 && ` ${text.inRepos(repos)}`}
      </span>
      {recovered > 0 && <span>{text.recovered(recovered, recovered * 2 >= failures)}</span>}
      <span>
        {text.firstCommit} <code>{first.commit.slice(0, shortHashLength)}</code>
      </span>
    </p>
  );
}
