import type { BisectionDetails } from '@millrace/contract/api';
import { useState } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import css from './bisections.module.css';
import { CommitHash } from './commit-hash.tsx';
import { type CommitItem, formatPercent, listCommitItems } from './commit-view.ts';
import { bisectionMessages } from './messages.ts';
import { OutcomeLink } from './outcome-link.tsx';

interface CommitBarsProps {
  repo: RepoName;
  bisection: BisectionDetails;
}

/** Commits, newest first, with a bar for the probability that the step began to fail with the commit. */
export function CommitBars({ repo, bisection }: CommitBarsProps) {
  const text = useTexts(bisectionMessages);
  const [showsAll, setShowsAll] = useState(false);
  const items = listCommitItems(bisection, showsAll);
  const slug = `${repo.namespace}/${repo.name}`;
  return (
    <>
      <ol className={css.list}>
        {items.map((item) =>
          item.kind === 'others' ? (
            <li key={item.key} className={css.others}>
              {text.more(item.count)}
            </li>
          ) : (
            <CommitRow key={item.commit.sha} slug={slug} item={item} />
          ),
        )}
      </ol>
      {items.some(({ kind }) => kind === 'others') && (
        <div>
          <Button size="small" onClick={() => setShowsAll(true)}>
            {text.showAll}
          </Button>
        </div>
      )}
    </>
  );
}

function CommitRow({ slug, item }: { slug: string; item: CommitItem & { kind: 'commit' } }) {
  const text = useTexts(bisectionMessages);
  const { locale } = useLanguage();
  const { commit, runs, isFound } = item;
  const author = commit.author_name || commit.author_login;
  const percent = formatPercent(commit.probability, locale);
  return (
    <li className={classNames(css.commit, isFound && css.found)}>
      <CommitHash commit={commit} />
      <span className={css.message} title={commit.message}>
        {commit.message}
      </span>
      <span className={css.author}>
        <Avatar src={commit.author_avatar} name={author} size={16} />
        {author}
      </span>
      <span className={css.outcomes}>
        {runs.map((run) => (
          <OutcomeLink key={`${run.build}-${run.created}`} slug={slug} run={run} />
        ))}
      </span>
      <span className={css.probability} title={text.probability(percent)}>
        <span className={css.track} aria-hidden="true">
          <span className={css.bar} style={{ width: `${commit.probability * 100}%` }} />
        </span>
        <span aria-hidden="true">{`${percent} %`}</span>
        <span className="visually-hidden">{text.probability(percent)}</span>
      </span>
    </li>
  );
}
