import type { RepoName } from '../../api/build-queries.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { newBuildMessages } from './messages.ts';
import { RevisionOption } from './revision-option.tsx';
import { useRevisionSuggestions } from './revision-queries.ts';

interface CommitFieldProps {
  repo: RepoName;
  /** Branch whose commits are suggested; empty for the default branch. */
  branch: string;
  value: string;
  error: string | undefined;
  onChange: (commit: string) => void;
}

/** Chooses a commit or tag from a list. Any other commit can be typed. */
export function CommitField({ repo, branch, ...field }: CommitFieldProps) {
  const text = useTexts(newBuildMessages);
  const { find, isFailed, ...suggestions } = useRevisionSuggestions(repo, branch);
  return (
    <ComboboxField
      {...field}
      {...suggestions}
      label={text.commitOrTag}
      hint={isFailed ? text.revisionsFailed : text.revisionHint}
      describe={(option) => {
        const revision = find(option);
        return revision && <RevisionOption {...revision} />;
      }}
    />
  );
}
