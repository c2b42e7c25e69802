import type { Organization } from '@millrace/contract/api';
import { OrganizationGroups } from './group-panel.tsx';
import { OrganizationMembers } from './member-panel.tsx';
import { OrganizationSettings } from './organization-settings.tsx';
import type { OrganizationView } from './organization-tabs.tsx';
import { OrganizationTeams } from './team-panel.tsx';

interface OrganizationPeopleProps {
  organization: Organization;
  view: Exclude<OrganizationView, 'repositories'>;
  isOwner: boolean;
}

/** Members, teams, groups and settings of an organization. One part, because they share most of their code. */
export function OrganizationPeople({ organization, view, isOwner }: OrganizationPeopleProps) {
  const { name: namespace } = organization;
  switch (view) {
    case 'members':
      return <OrganizationMembers namespace={namespace} canChange={isOwner} />;
    case 'teams':
      return <OrganizationTeams namespace={namespace} canChange={isOwner} />;
    case 'groups':
      return <OrganizationGroups namespace={namespace} />;
    case 'settings':
      return <OrganizationSettings organization={organization} />;
  }
}
