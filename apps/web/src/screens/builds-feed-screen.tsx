import { BuildsTabs } from '../domain-ui/builds-tabs.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { repoMessages } from '../domain-ui/repo-messages.ts';
import { BuildFilterBar } from '../features/find-builds/build-filter-bar.tsx';
import { FoundBuildList } from '../features/find-builds/found-build-list.tsx';
import { useBuildFilter } from '../features/find-builds/use-build-filter.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { renderTimeLeftOfMany } from './render-time-left.tsx';

/** The builds of all repositories of the account. */
export function BuildsFeedScreen() {
  const text = useTexts(repoMessages);
  const [filter, setFilter] = useBuildFilter();
  usePageTitle(text.builds);
  return (
    <>
      <PageHead title={text.builds} tabs={<BuildsTabs />} />
      <Page>
        <BuildFilterBar scope="all" filter={filter} onChange={setFilter} />
        <FoundBuildList
          scope="all"
          filter={filter}
          onClear={() => setFilter({})}
          renderTimeLeft={renderTimeLeftOfMany}
        />
      </Page>
    </>
  );
}
