import type { PipelineCommit } from '@millrace/contract/api';
import { Link } from 'react-router';
import type { RepoName } from '../../api/build-queries.ts';
import { usePipelineEditorMessages } from '../../lib/i18n/pipeline-editor-messages.ts';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import css from './pipeline-editor.module.css';

/** Says where the text was committed, with the next pages. */
export function CommittedNotice({ repo, made }: { repo: RepoName; made: PipelineCommit }) {
  const text = usePipelineEditorMessages();
  return (
    <Notice tone="success">
      <span className={css.links}>
        {text.committed(made.commit.slice(0, 8), made.branch)}
        <Link to={paths.repo(`${repo.namespace}/${repo.name}`)}>{text.builds}</Link>
        {made.link && <a href={made.link}>{text.commitPage}</a>}
        {made.pull_request_link && <a href={made.pull_request_link}>{text.openPullRequest}</a>}
      </span>
    </Notice>
  );
}
