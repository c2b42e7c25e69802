import type { OrganizationRole, RepoRole } from '@millrace/contract/vocabulary';
import { Port } from '../../port.ts';

/** Changes of organizations and teams, for the command line. Each rejects with a message for the person. */
export interface OrganizationsPort {
  createOrganization: (name: string, owner: string) => Promise<unknown>;
  setMember: (organization: string, login: string, role: OrganizationRole) => Promise<unknown>;
  removeMember: (organization: string, login: string) => Promise<unknown>;
  createTeam: (
    organization: string,
    team: { name: string; role: RepoRole; allRepos: boolean },
  ) => Promise<unknown>;
  addTeamMember: (organization: string, team: string, login: string) => Promise<unknown>;
  removeTeamMember: (organization: string, team: string, login: string) => Promise<unknown>;
  addTeamRepo: (organization: string, team: string, repo: string) => Promise<unknown>;
  addTeamGroup: (organization: string, team: string, group: string) => Promise<unknown>;
}

export const organizationsPort = new Port<OrganizationsPort>('organizations');
