import { useState } from 'react';
import { NavLink } from 'react-router';
import { isOnServer, type SettingsSection } from '../domain-ui/settings-section.ts';
import { hasText } from '../lib/has-text.ts';
import { useLanguage, useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { FilterField } from '../ui/filter-field.tsx';
import { settingsMessages } from './settings-messages.ts';
import css from './settings-nav.module.css';
import { settingsSections } from './settings-sections.ts';

/** Number of sections up to which nobody searches them. */
const minSearched = 8;

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
  const [typed, setTyped] = useState('');
  const isWanted = (name: string, words = '') =>
    typed
      .trim()
      .split(/\s+/)
      .every((word) => hasText(`${name} ${words}`, word));
  const itemsOf = (wanted: SettingsSection['group']) =>
    listed
      .filter(({ group, title, words }) => {
        return group === wanted && isWanted(title[locale], words?.[locale]);
      })
      .map(({ path, title }) => [paths.repoSettings(slug, path), title[locale]]);
  const general = isWanted(text.general, text.generalWords)
    ? [[paths.repoSettings(slug), text.general]]
    : [];
  const groups = [
    { title: text.project, items: [...general, ...itemsOf('project')] },
    { title: text.organization, items: itemsOf('organization') },
  ].filter(({ items }) => items.length > 0);
  return (
    <nav className={css.nav} aria-label={text.navigation}>
      {listed.length > minSearched && (
        <FilterField label={text.search} value={typed} onChange={setTyped} />
      )}
      {groups.length === 0 && <p role="status">{text.none}</p>}
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
