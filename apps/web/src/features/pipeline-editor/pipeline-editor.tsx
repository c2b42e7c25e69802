import type { BranchFile, PipelineCommit } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { branchFileQuery, filePlanQuery } from '../../api/pipeline-plan-queries.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { CodeEditor, type CodeEditorHandle } from '../../ui/code-editor.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { CommitDialog } from './commit-dialog.tsx';
import { CommittedNotice } from './committed-notice.tsx';
import { dropDraft, readDraft, writeDraft } from './draft.ts';
import { HistoryTable } from './history-table.tsx';
import { pipelineEditorMessages } from './messages.ts';
import css from './pipeline-editor.module.css';
import { PlanPanel } from './plan-panel.tsx';

/** Shows the pipeline file of a branch, and what an edited text of it would run. */
export function PipelineEditor({ repo, canCommit }: { repo: RepoName; canCommit: boolean }) {
  const text = useTexts(pipelineEditorMessages);
  const [parameters, setParameters] = useAddressParameters();
  const [made, setMade] = useState<PipelineCommit | null>(null);
  const branch = parameters.get('branch') ?? '';
  const { data: file, error, refetch } = useQuery(branchFileQuery(repo, branch));
  if (!file) {
    if (!error) return <ListSkeleton />;
    return <LoadFailure title={text.loadFailed} {...describeFailure(error)} onRetry={refetch} />;
  }
  const showCommit = (commit: PipelineCommit) => {
    setMade(commit);
    if (commit.branch !== file.branch) setParameters({ branch: commit.branch });
  };
  return (
    <div className={css.page}>
      {made && <CommittedNotice repo={repo} made={made} />}
      <LoadedEditor
        key={file.branch}
        repo={repo}
        file={file}
        onCommitted={canCommit ? showCommit : undefined}
      />
    </div>
  );
}

interface LoadedEditorProps {
  repo: RepoName;
  file: BranchFile;
  /** Absent if the viewer may not commit. */
  onCommitted: ((made: PipelineCommit) => void) | undefined;
}

function LoadedEditor({ repo, file, onCommitted }: LoadedEditorProps) {
  const text = useTexts(pipelineEditorMessages);
  const draftKey = `${repo.namespace}/${repo.name}/${file.branch}`;
  const [found] = useState(() => readDraft(draftKey));
  const [initial, setInitial] = useState(found?.text ?? file.text);
  /** Commit whose file is edited, also if the branch has a newer one now. */
  const [commit, setCommit] = useState(found?.commit ?? file.commit);
  // Replaces the editor, which keeps its text while its initial text stays the same.
  const [version, setVersion] = useState(0);
  const [typed, setTyped] = useState(initial);
  const edited = { text: useDebounced(typed), branch: file.branch };
  const isChanged = typed !== file.text;
  const change = (next: string) => {
    setTyped(next);
    if (next === file.text) dropDraft(draftKey);
    else writeDraft(draftKey, { text: next, commit });
  };
  const editor = useRef<CodeEditorHandle>(null);
  const { data: plan } = useQuery(filePlanQuery(repo, edited));
  const marks = useMemo(
    () => plan?.problems.filter((problem) => problem.file === undefined),
    [plan],
  );
  const [isCommitting, setIsCommitting] = useState(false);
  const reset = () => {
    dropDraft(draftKey);
    setInitial(file.text);
    setCommit(file.commit);
    setVersion(version + 1);
    setTyped(file.text);
  };
  return (
    <div className={css.page}>
      <p className={css.intro}>{text.intro(file.path, file.branch)}</p>
      <div className={css.columns}>
        <Section
          title={file.path}
          action={
            isChanged && (
              <span className={css.events}>
                <Button kind="ghost" size="small" onClick={reset}>
                  {text.reset}
                </Button>
                {onCommitted && (
                  <Button kind="primary" size="small" onClick={() => setIsCommitting(true)}>
                    {text.openCommit}
                  </Button>
                )}
              </span>
            )
          }
        >
          <div className={css.editor}>
            <CodeEditor
              key={version}
              ref={editor}
              marks={marks}
              label={text.editor(file.path)}
              language={languageOf(file.path)}
              initialText={initial}
              onChange={change}
            />
          </div>
        </Section>
        <PlanPanel {...{ repo, edited }} onGoToLine={(line) => editor.current?.goToLine(line)} />
      </div>
      <HistoryTable repo={repo} edited={edited} />
      {onCommitted && (
        <CommitDialog
          {...{ repo, text: typed, isOpen: isCommitting }}
          file={{ ...file, commit }}
          onCommitted={(made) => {
            setIsCommitting(false);
            dropDraft(draftKey);
            onCommitted(made);
          }}
          onClose={() => setIsCommitting(false)}
        />
      )}
    </div>
  );
}

function languageOf(path: string): 'yaml' | 'jsonnet' | 'starlark' {
  if (path.endsWith('.jsonnet')) return 'jsonnet';
  return /\.(starlark|star|script)$/.test(path) ? 'starlark' : 'yaml';
}
