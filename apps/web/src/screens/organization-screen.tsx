import { isReservedName, namespaceOf } from '@millrace/contract/reserved-names';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Breadcrumb } from '../domain-ui/breadcrumb.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { repoMessages } from '../domain-ui/repo-messages.ts';
import {
  OrganizationRepos,
  organizationQuery,
} from '../features/organizations/organization-health.tsx';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { hasServerExtras } from '../lib/server-kind.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

/** The page of an organization. One without repositories that the viewer may read does not exist for them. */
export function OrganizationScreen() {
  const { namespace: segment = '' } = useParams();
  const namespace = namespaceOf(segment);
  const { data: user } = useCurrentUser();
  const isAddress = hasServerExtras() && user !== null && !isReservedName(segment);
  const { data } = useQuery({
    ...organizationQuery(namespace),
    enabled: isAddress && user !== undefined,
  });
  if (!isAddress || data?.length === 0) return <NotFoundScreen />;
  return <Organization namespace={namespace} isKnown={user !== undefined} />;
}

function Organization({ namespace, isKnown }: { namespace: string; isKnown: boolean }) {
  const text = useTexts(repoMessages);
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
      />
      <Page>{isKnown && <OrganizationRepos namespace={namespace} />}</Page>
    </>
  );
}
