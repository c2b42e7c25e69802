import { NavLink } from 'react-router';
import { isOnServer, type SettingsSection } from '../domain-ui/settings-section.ts';
import { useLanguage, useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { settingsMessages } from './settings-messages.ts';
import css from './settings-nav.module.css';
import { settingsSections } from './settings-sections.ts';

interface SettingsNavProps {
  slug: string;
  /** Disables the links while the repository is inactive and must be activated first. */
  isDisabled: boolean;
  canAdminister: boolean;
}

export function SettingsNav({ slug, isDisabled, canAdminister }: SettingsNavProps) {
  const text = useTexts(settingsMessages);
  const { locale } = useLanguage();
  const listed = settingsSections.filter(
    (section) => isOnServer(section) && (canAdminister || !section.isForAdmins),
  );
  const itemsOf = (wanted: SettingsSection['group']) =>
    listed
      .filter(({ group }) => group === wanted)
      .map(({ path, title }) => [paths.repoSettings(slug, path), title[locale]]);
  const groups = [
    {
      title: text.project,
      items: [[paths.repoSettings(slug), text.general], ...itemsOf('project')],
    },
    { title: text.organization, items: itemsOf('organization') },
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
