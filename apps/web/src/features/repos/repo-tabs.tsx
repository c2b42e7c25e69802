import { NavLink } from 'react-router';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { servedConfig } from '../../lib/page-config.ts';
import { paths } from '../../lib/paths.ts';
import css from '../../ui/tabs.module.css';

interface RepoTabsProps {
  slug: string;
  /** Whether the viewer may open the settings. */
  canWrite: boolean;
  /** Disables all tabs except Settings, because the repository is inactive. */
  isDisabled: boolean;
  hasTests: boolean;
}

export function RepoTabs({ slug, canWrite, isDisabled, hasTests }: RepoTabsProps) {
  const { repo: text, branches, deployments, settings, tests } = usePageMessages();
  const tabs = [
    { to: paths.repo(slug), label: text.builds, isAlwaysOpen: false },
    { to: paths.repoBranches(slug), label: branches.tab, isAlwaysOpen: false },
    { to: paths.repoDeployments(slug), label: deployments.tab, isAlwaysOpen: false },
    ...(hasTests ? [{ to: paths.repoTests(slug), label: tests.title, isAlwaysOpen: false }] : []),
    ...(servedConfig?.extras
      ? [{ to: paths.repoCauses(slug), label: text.failures, isAlwaysOpen: false }]
      : []),
    ...(canWrite
      ? [{ to: paths.repoSettings(slug), label: settings.tab, isAlwaysOpen: true }]
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
    </nav>
  );
}
