import { useEffect, useRef } from 'react';
import { Link, type Path } from 'react-router';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { type BuildView, rememberView } from './build-view.ts';
import css from './view-toggle.module.css';

interface ViewToggleProps {
  views: readonly BuildView[];
  value: BuildView;
  addressOf: (view: BuildView) => Partial<Path>;
}

/** Toggles that are links too, so that a view can be opened in another tab. */
export function ViewToggle({ views, value, addressOf }: ViewToggleProps) {
  const text = useTexts(buildMessages);
  const toggle = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button changes with the view
  useEffect(() => {
    const pressed = toggle.current?.querySelector('[aria-pressed=true]');
    pressed?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
    <div ref={toggle} role="group" className={css.toggle} aria-label={text.view}>
      {views.map((view) => (
        <Link
          key={view}
          role="button"
          className={buttonClass({ kind: 'ghost', size: 'small' })}
          aria-pressed={view === value}
          to={addressOf(view)}
          preventScrollReset
          onClick={() => rememberView(view)}
          onKeyDown={(event) => {
            // Enter is the link's own key.
            if (event.key !== ' ') return;
            event.preventDefault();
            event.currentTarget.click();
          }}
        >
          {text.views[view]}
          {view === 'summary' && <span className={css.mark} />}
        </Link>
      ))}
    </div>
  );
}
