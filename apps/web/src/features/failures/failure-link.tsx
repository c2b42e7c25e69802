import type { Build } from '@millrace/contract/api';
import { Flag } from 'lucide';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { buildPath, consoleFocusState } from '../../domain-ui/build-address.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { listFailures } from '../../domain-ui/build-stages.ts';
import { StepLink } from '../../domain-ui/step-link.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { isPageKey } from '../../lib/page-keys.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './failure-link.module.css';

const shortcut = 'f';

/** Opens the log of the first failed step when F is pressed, on any view of the build. */
export function useFailureKey(slug: string, build: Build | undefined): void {
  const navigate = useNavigate();
  const path = build && firstFailurePath(slug, build);
  useEffect(() => {
    if (!path) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isPageKey(event, shortcut)) navigate(path, { state: consoleFocusState });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [path, navigate]);
}

/** Links to the first failed step. */
export function FailureLink({ slug, build }: { slug: string; build: Build }) {
  const text = useTexts(buildMessages);
  const path = firstFailurePath(slug, build);
  if (!path) return null;
  return (
    <div className={css.failure}>
      <StepLink
        className={buttonClass({ kind: 'ghost', size: 'small' })}
        to={path}
        aria-keyshortcuts={shortcut}
      >
        <Icon icon={Flag} size={14} />
        {text.firstFailure}
        <kbd>{shortcut.toUpperCase()}</kbd>
      </StepLink>
    </div>
  );
}

function firstFailurePath(slug: string, build: Build): string | undefined {
  const [failure] = listFailures(build);
  return failure && buildPath(slug, build, failure.stage, failure.step);
}
