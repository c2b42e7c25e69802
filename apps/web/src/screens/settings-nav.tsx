import { NavLink } from 'react-router';
import { buildAccessMessages } from '../features/build-access/messages.ts';
import { memberMessages } from '../features/members/messages.ts';
import { pipelineFileMessages } from '../features/pipeline-file/messages.ts';
import { templateMessages } from '../features/templates/messages.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { hasOwnAccounts, hasServerExtras } from '../lib/server-kind.ts';
import { settingsMessages } from './settings-messages.ts';
import css from './settings-nav.module.css';

interface SettingsNavProps {
  slug: string;
  /** Disables the links while the repository is inactive and must be activated first. */
  isDisabled: boolean;
  canAdminister: boolean;
}

export function SettingsNav({ slug, isDisabled, canAdminister }: SettingsNavProps) {
  const text = useTexts(settingsMessages);
  const members = useTexts(memberMessages);
  const pipelineFile = useTexts(pipelineFileMessages);
  const templates = useTexts(templateMessages);
  const buildAccess = useTexts(buildAccessMessages);
  const groups = [
    {
      title: text.project,
      items: [
        [paths.repoSettings(slug), text.general],
        [paths.repoSettings(slug, 'secrets'), text.secrets],
        [paths.repoSettings(slug, 'cron'), text.crons],
        [paths.repoSettings(slug, 'badges'), text.badges],
        ...(hasServerExtras()
          ? [
              [paths.repoSettings(slug, 'pipeline'), pipelineFile.title],
              [paths.repoSettings(slug, 'registries'), text.registries],
              [paths.repoSettings(slug, 'files'), text.files],
              [paths.repoSettings(slug, 'caches'), text.caches],
              [paths.repoSettings(slug, 'members'), members.title],
              ...(canAdminister && hasOwnAccounts()
                ? [[paths.repoSettings(slug, 'build-access'), buildAccess.title]]
                : []),
              ...(canAdminister
                ? [
                    [paths.repoSettings(slug, 'notifications'), text.notifications],
                    [paths.repoSettings(slug, 'audit'), text.audit],
                    [paths.repoSettings(slug, 'retention'), text.retention],
                  ]
                : []),
            ]
          : []),
      ],
    },
    {
      title: text.organization,
      items: [
        [paths.repoSettings(slug, 'org-secrets'), text.secrets],
        ...(hasServerExtras()
          ? [[paths.repoSettings(slug, 'org-registries'), text.registries]]
          : []),
        [paths.repoSettings(slug, 'templates'), templates.title],
      ],
    },
  ];
  return (
    <nav className={css.nav} aria-label={text.navigation}>
      {groups.map(({ title, items }) => (
        <div key={title} className={css.group}>
          <h2 className={css.title}>{title}</h2>
          <ul>
            {items.map(([to = '', label]) => (
              <li key={to}>
                {isDisabled ? (
                  <span className={css.item} aria-disabled="true">
                    {label}
                  </span>
                ) : (
                  <NavLink className={css.item ?? ''} to={to} end>
                    {label}
                  </NavLink>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
