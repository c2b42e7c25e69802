import { X } from 'lucide';
import { useRepoSuggestions } from '../../api/repo-suggestions.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { notificationMessages } from './messages.ts';
import css from './notifications.module.css';
import { addTypedRepo, type SubscriptionForm } from './subscription-form.ts';

type Choice = Pick<SubscriptionForm, 'repos' | 'typedRepo'>;

interface RepoChoiceProps {
  choice: Choice;
  error: string | undefined;
  onChange: (choice: Choice) => void;
}

/** Field to choose repositories, with the chosen ones above it. */
export function RepoChoice({ choice, error, onChange }: RepoChoiceProps) {
  const text = useTexts(notificationMessages);
  const { repos, typedRepo } = choice;
  const { options, onSearch } = useRepoSuggestions();
  return (
    <div className={css.repos}>
      <ComboboxField
        label={text.repos}
        hint={text.reposHint}
        value={typedRepo}
        options={options.filter((slug) => !repos.includes(slug))}
        onSearch={onSearch}
        error={error}
        onChange={(typed) => onChange({ repos, typedRepo: typed })}
        onCommit={(typed) => typed.trim() && onChange(addTypedRepo({ repos, typedRepo: typed }))}
      />
      {repos.length > 0 && (
        <ul className={css.chosen}>
          {repos.map((slug) => (
            <li key={slug}>
              {slug}
              <IconButton
                label={text.removeRepo(slug)}
                onClick={() =>
                  onChange({ repos: repos.filter((other) => other !== slug), typedRepo })
                }
              >
                <Icon icon={X} size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
