import type { Organization as OrganizationJson } from '@millrace/contract/api';
import { isReservedName, namespaceOf } from '@millrace/contract/reserved-names';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { organizationQuery } from '../api/organization-queries.ts';
import { Breadcrumb } from '../domain-ui/breadcrumb.tsx';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { repoMessages } from '../domain-ui/repo-messages.ts';
import {
  OrganizationRepos,
  organizationHealthQuery,
} from '../features/organizations/organization-health.tsx';
import {
  OrganizationTabs,
  type OrganizationView,
  readView,
} from '../features/organizations/organization-tabs.tsx';
import { peopleMessages } from '../features/organizations/people-messages.ts';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { hasOwnAccounts, hasServerExtras } from '../lib/server-kind.ts';
import { useAddressParameters } from '../lib/use-address-parameters.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

const OrganizationPeople = lazyPart(
  () => import('../features/organizations/organization-people.tsx'),
  'OrganizationPeople',
  { instead: () => <ListSkeleton /> },
);

/**
 * The page of an organization. For viewers who are no members, one without repositories that they may read does not
 * exist.
 */
export function OrganizationScreen() {
  const { namespace: segment = '' } = useParams();
  const namespace = namespaceOf(segment);
  const { data: user } = useCurrentUser();
  const isAddress = hasServerExtras() && user !== null && !isReservedName(segment);
  const isKnown = isAddress && user !== undefined;
  const { data } = useQuery({ ...organizationHealthQuery(namespace), enabled: isKnown });
  const hasOrganizations = isKnown && hasOwnAccounts();
  const { data: organization = hasOrganizations ? undefined : null } = useQuery({
    ...organizationQuery(namespace),
    enabled: hasOrganizations,
  });
  if (!isAddress || (data?.length === 0 && organization === null)) return <NotFoundScreen />;
  const isOwner = user?.admin === true || organization?.role === 'owner';
  return (
    <Organization
      namespace={organization?.name ?? namespace}
      organization={organization ?? null}
      isOwner={isOwner}
      isKnown={user !== undefined}
      isEmpty={data?.length === 0}
    />
  );
}

interface OrganizationProps {
  namespace: string;
  /** Null for the namespace of an account, and for that of a forge. */
  organization: OrganizationJson | null;
  isOwner: boolean;
  isKnown: boolean;
  isEmpty: boolean;
}

function Organization(props: OrganizationProps) {
  const { namespace, organization, isOwner, isKnown } = props;
  const text = useTexts(repoMessages);
  const [parameters] = useAddressParameters();
  const view = organization ? readView(parameters.get('view'), isOwner) : 'repositories';
  usePageTitle(namespace);
  return (
    <>
      <PageHead
        breadcrumb={
          <Breadcrumb
            crumbs={[{ label: text.repositories, to: paths.home }, { label: namespace }]}
          />
        }
        title={namespace}
        tabs={organization && <OrganizationTabs view={view} isOwner={isOwner} />}
      />
      <Page>{isKnown && <Content {...props} view={view} />}</Page>
    </>
  );
}

function Content({
  namespace,
  organization,
  isOwner,
  isEmpty,
  view,
}: OrganizationProps & { view: OrganizationView }) {
  const text = useTexts(peopleMessages);
  if (organization && view !== 'repositories') {
    return <OrganizationPeople organization={organization} view={view} isOwner={isOwner} />;
  }
  if (!isEmpty) return <OrganizationRepos namespace={namespace} />;
  return <EmptyState title={text.noRepos} detail={text.noReposHint(namespace)} />;
}
