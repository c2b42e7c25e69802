import { NavLink } from 'react-router';
import { repoMessages } from '../../domain-ui/repo-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { paths } from '../../lib/paths.ts';
import css from '../../ui/tabs.module.css';

interface RepoTabsProps {
  slug: string;
  /** Whether the viewer may open the settings. */
  canWrite: boolean;
  /** Whether that is not known yet: the space for the settings is reserved, because the tabs may wrap. */
  isPending: boolean;
  /** Disables all tabs except Settings, because the repository is inactive. */
  isDisabled: boolean;
  hasTests: boolean;
}

export function RepoTabs({ slug, canWrite, isPending, isDisabled, hasTests }: RepoTabsProps) {
  const text = useTexts(repoMessages);
  const tabs = [
    { to: paths.repo(slug), label: text.builds, isAlwaysOpen: false },
    { to: paths.repoBranches(slug), label: text.branches, isAlwaysOpen: false },
    { to: paths.repoDeployments(slug), label: text.deployments, isAlwaysOpen: false },
    ...(hasTests ? [{ to: paths.repoTests(slug), label: text.tests, isAlwaysOpen: false }] : []),
    ...(servedConfig?.extras
      ? [
          { to: paths.repoCauses(slug), label: text.causes, isAlwaysOpen: false },
          { to: paths.repoPipelines(slug), label: text.pipelines, isAlwaysOpen: false },
          { to: paths.repoTrends(slug), label: text.trends, isAlwaysOpen: false },
        ]
      : []),
    ...(canWrite
      ? [{ to: paths.repoSettings(slug), label: text.settings, isAlwaysOpen: true }]
      : []),
  ];
  return (
    <nav className={css.tabs} aria-label={text.tabs}>
      {tabs.map(({ to, label, isAlwaysOpen }) =>
        isDisabled && !isAlwaysOpen ? (
          <span key={to} className={css.tab} aria-disabled="true">
            {label}
          </span>
        ) : (
          <NavLink key={to} className={css.tab ?? ''} to={to} end={to === paths.repo(slug)}>
            {label}
          </NavLink>
        ),
      )}
      {isPending && (
        <span className={classNames(css.tab, css.reserved)} aria-hidden="true">
          {text.settings}
        </span>
      )}
    </nav>
  );
}
