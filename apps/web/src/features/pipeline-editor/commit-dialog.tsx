import type { BranchFile, PipelineCommit } from '@millrace/contract/api';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { fieldErrors } from '../../api/field-errors.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { pipelineEditorMessages } from './messages.ts';
import { useCommitFile } from './pipeline-editor-mutations.ts';

interface CommitDialogProps {
  repo: RepoName;
  /** File as it was read. */
  file: BranchFile;
  text: string;
  isOpen: boolean;
  onCommitted: (made: PipelineCommit) => void;
  onClose: () => void;
}

/** Dialog that commits the edited text to the branch or to a new one. It stays open if that fails. */
export function CommitDialog(props: CommitDialogProps) {
  const { repo, file, text: edited, isOpen, onCommitted, onClose } = props;
  const text = useTexts(pipelineEditorMessages);
  const [message, setMessage] = useState(text.usualMessage(file.path));
  const [target, setTarget] = useState<'same' | 'new'>('same');
  const [newBranch, setNewBranch] = useState('');
  const commit = useCommitFile(repo, file.path, onCommitted);
  const errors = fieldErrors(commit);
  const branchError = errors.of('newBranch');
  const close = () => {
    commit.reset();
    onClose();
  };
  const send = () =>
    commit.mutate({
      text: edited,
      message,
      branch: file.branch,
      commit: file.commit,
      ...(target === 'new' ? { new_branch: newBranch.trim() } : {}),
    });
  return (
    <DialogForm
      title={text.commitTitle(file.path)}
      submit={text.commit}
      isOpen={isOpen}
      isPending={commit.isPending}
      onSubmit={send}
      onClose={close}
    >
      {commit.error && !branchError && (
        <Notice tone="danger">
          {describeFailure(commit.error).message}
          {target === 'same' && ` ${text.tryNewBranch}`}
        </Notice>
      )}
      <TextArea
        label={text.message}
        rows={3}
        required
        value={message}
        onChange={(event) => {
          errors.clear();
          setMessage(event.target.value);
        }}
      />
      <SelectField
        label={text.branch}
        value={target}
        options={[
          { value: 'same', label: file.branch },
          { value: 'new', label: text.newBranch },
        ]}
        onChange={(next) => {
          errors.clear();
          setTarget(next);
        }}
      />
      {target === 'new' && (
        <TextField
          label={text.newBranchName}
          required
          maxLength={255}
          autoComplete="off"
          value={newBranch}
          error={branchError}
          onChange={(event) => {
            errors.clear();
            setNewBranch(event.target.value);
          }}
        />
      )}
    </DialogForm>
  );
}
