import type { Build } from '@millrace/contract/api';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { BuildLink } from '../../domain-ui/build-link.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './environments.module.css';

/** Number and title of a build, as a link to it. */
export function BuildName({ slug, build }: { slug: string; build: Build }) {
  const { untitled } = useTexts(activityMessages);
  return (
    <BuildLink className={css.build} slug={slug} build={build}>
      <span className={css.number}>#{build.number}</span> {buildTitle(build, untitled)}
    </BuildLink>
  );
}
