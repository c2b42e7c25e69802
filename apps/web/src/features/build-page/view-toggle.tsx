import { useEffect, useRef } from 'react';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import type { BuildView } from './build-view.ts';
import css from './view-toggle.module.css';

interface ViewToggleProps {
  views: readonly BuildView[];
  value: BuildView;
  onChange: (view: BuildView) => void;
}

export function ViewToggle({ views, value, onChange }: ViewToggleProps) {
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
        <Button
          key={view}
          kind="ghost"
          size="small"
          aria-pressed={view === value}
          onClick={() => onChange(view)}
        >
          {text.views[view]}
          {view === 'summary' && <span className={css.mark} />}
        </Button>
      ))}
    </div>
  );
}
