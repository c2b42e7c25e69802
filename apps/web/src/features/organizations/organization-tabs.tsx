import { Link } from 'react-router';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from '../../ui/tabs.module.css';
import { peopleMessages } from './people-messages.ts';

const views = ['repositories', 'members', 'teams', 'groups', 'settings'] as const;
export type OrganizationView = (typeof views)[number];

const ofOwners: readonly OrganizationView[] = ['groups', 'settings'];

/** Returns the view that an address names; the repositories by default, and if it is for owners only. */
export function readView(name: string | null, isOwner: boolean): OrganizationView {
  return listViews(isOwner).find((view) => view === name) ?? 'repositories';
}

function listViews(isOwner: boolean): readonly OrganizationView[] {
  return isOwner ? views : views.filter((view) => !ofOwners.includes(view));
}

/** Tabs of the page of an organization of this server. */
export function OrganizationTabs({ view, isOwner }: { view: OrganizationView; isOwner: boolean }) {
  const text = useTexts(peopleMessages);
  return (
    <nav className={css.tabs} aria-label={text.tabs}>
      {listViews(isOwner).map((one) => (
        <Link
          key={one}
          className={css.tab ?? ''}
          to={one === 'repositories' ? '?' : `?view=${one}`}
          aria-current={one === view ? 'page' : undefined}
        >
          {text.views[one]}
        </Link>
      ))}
    </nav>
  );
}
