import type { Build } from '@millrace/contract/api';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { isPageKey } from '../../lib/page-keys.ts';
import { FailureIcon } from '../../ui/build-icons.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { buildPath, consoleState } from './build-address.ts';
import css from './failure-link.module.css';
import { listFailures } from './stage-tree-view.ts';
import { StepLink } from './step-link.tsx';

const shortcut = 'f';

/** Leads to the step that failed, also by one key. */
export function FailureLink({ slug, build }: { slug: string; build: Build }) {
  const { build: text } = usePageMessages();
  const navigate = useNavigate();
  const [failure] = listFailures(build);
  const path = failure && buildPath(slug, build, failure.stage, failure.step);
  useEffect(() => {
    if (!path) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isPageKey(event, shortcut)) navigate(path, { state: consoleState });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [path, navigate]);

  if (!path) return null;
  return (
    <div className={css.failure}>
      <StepLink
        className={buttonClass({ kind: 'ghost', size: 'small' })}
        to={path}
        aria-keyshortcuts={shortcut}
      >
        <FailureIcon size={14} />
        {text.firstFailure}
        <kbd>{shortcut.toUpperCase()}</kbd>
      </StepLink>
    </div>
  );
}
