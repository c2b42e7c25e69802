import type { PipelineCommit } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { pipelineEditorMessages } from './messages.ts';
import css from './pipeline-editor.module.css';
import { buildOfCommitQuery } from './pipeline-editor-queries.ts';

/** Says where the text was committed, with the next pages. */
export function CommittedNotice({ repo, made }: { repo: RepoName; made: PipelineCommit }) {
  const text = useTexts(pipelineEditorMessages);
  const slug = `${repo.namespace}/${repo.name}`;
  const { data: build } = useQuery(buildOfCommitQuery(repo, made));
  return (
    <Notice tone="success">
      <span className={css.links}>
        {text.committed(made.commit.slice(0, 8), made.branch)}
        <Link to={paths.repo(slug)}>{text.builds}</Link>
        {made.link && <a href={made.link}>{text.commitPage}</a>}
        {made.pull_request_link && <a href={made.pull_request_link}>{text.openPullRequest}</a>}
        {build && <Link to={paths.build(slug, build)}>{text.build(build)}</Link>}
      </span>
    </Notice>
  );
}
