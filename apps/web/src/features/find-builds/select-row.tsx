import type { Build } from '@millrace/contract/api';
import { activityMessages } from '../../domain-ui/activity-messages.ts';
import { buildTitle } from '../../domain-ui/activity-text.ts';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import rows from '../../ui/row-list.module.css';
import css from './build-list.module.css';
import { BuildFacts } from './build-row.tsx';

interface SelectRowProps {
  slug: string;
  build: Build;
  isChosen: boolean;
  onToggle: () => void;
}

/** A build that can be selected: the whole row is the label of its checkbox. */
export function SelectRow({ slug, build, isChosen, onToggle }: SelectRowProps) {
  const text = useTexts(findMessages);
  const { untitled } = useTexts(activityMessages);
  return (
    <label className={classNames(rows.row, rows.twoLines, css.row, css.choice)}>
      <input
        className={css.box}
        type="checkbox"
        aria-label={text.selectBuild(build.number, buildTitle(build, untitled))}
        checked={isChosen}
        onChange={onToggle}
      />
      <BuildFacts slug={slug} build={build} />
    </label>
  );
}
