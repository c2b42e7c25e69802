import {
  listAllOrgSecrets,
  listAllTemplates,
  listOrganizations,
  listTeams,
} from '@millrace/contract/api';
import { callServer } from '../../command-line/call-server.ts';
import { listRepos } from '../../command-line/list-repos.ts';
import type { Path, Section } from './resource.ts';

/** Choice of an export: a repository, an organization with its repositories, or the whole server. */
export interface ExportScope {
  repo?: string | undefined;
  org?: string | undefined;
}

/** Lists the sections that an export reads, of active repositories. */
export async function exportedSections(
  server: string,
  { repo, org }: ExportScope,
): Promise<Section[]> {
  if (repo !== undefined) return repositorySections(repo);
  const isIncluded = (name: string) =>
    org === undefined || name.toLowerCase() === org.toLowerCase();
  const repos = (await listRepos(server)).filter(
    ({ active, namespace }) => active && isIncluded(namespace),
  );
  const organizations = (await callServer(server, listOrganizations, {})).map(({ name }) => name);
  const namespaces =
    org === undefined ? [...organizations, ...(await listOtherNamespaces(server))] : [org];
  const sections: Section[] = [];
  for (const name of [...new Set([...namespaces, ...repos.map(({ namespace }) => namespace)])]) {
    const isOrganization = organizations.some(
      (known) => known.toLowerCase() === name.toLowerCase(),
    );
    if (isOrganization) sections.push(...(await organizationSections(server, name)));
    sections.push(...namespaceSections(name));
  }
  return [
    ...sections,
    ...repos.flatMap(({ slug }) => repositorySections(slug)),
    ...(org === undefined ? ownedSections(['server']) : []),
  ];
}

/** Lists namespaces that have secrets or templates, and may be no organizations. */
async function listOtherNamespaces(server: string): Promise<string[]> {
  const secrets = await callServer(server, listAllOrgSecrets, {});
  const templates = await callServer(server, listAllTemplates, {});
  return [...secrets, ...templates].flatMap(({ namespace }) => namespace ?? []);
}

async function organizationSections(server: string, name: string): Promise<Section[]> {
  const path = ['organizations', name];
  const teams = await callServer(server, listTeams, { params: { namespace: name } });
  return [
    { kind: 'organization', path },
    { kind: 'organization_member', path: [...path, 'members'] },
    { kind: 'team', path: [...path, 'teams'] },
    ...teams.flatMap((team): Section[] => {
      const at = [...path, 'teams', team.name];
      return [
        { kind: 'team_repository', path: [...at, 'repositories'] },
        { kind: 'team_member', path: [...at, 'members'] },
        { kind: 'team_group', path: [...at, 'groups'] },
      ];
    }),
  ];
}

function namespaceSections(name: string): Section[] {
  const path = ['organizations', name];
  return [{ kind: 'template', path: [...path, 'templates'] }, ...ownedSections(path)];
}

function repositorySections(slug: string): Section[] {
  const path = ['repositories', slug];
  return [
    { kind: 'repository', path },
    { kind: 'member', path: [...path, 'members'] },
    { kind: 'retention', path: [...path, 'retention'] },
    { kind: 'artifact_limits', path: [...path, 'limits', 'artifacts'] },
    { kind: 'cache_limits', path: [...path, 'limits', 'caches'] },
    { kind: 'protected_refs', path: [...path, 'protected_refs'] },
    { kind: 'cron', path: [...path, 'cron'] },
    { kind: 'notification', path: [...path, 'notifications'] },
    ...ownedSections(path),
  ];
}

function ownedSections(owner: Path): Section[] {
  return [
    { kind: 'secret', path: [...owner, 'secrets'] },
    { kind: 'registry', path: [...owner, 'registries'] },
  ];
}
