import type { Repo } from '@millrace/contract/api';
import { ChevronRight } from 'lucide';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import css from './palette.module.css';
import type { PaletteItem } from './palette-groups.ts';

interface PaletteOptionProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onActive: () => void;
  onInside: (repo: Repo) => void;
  /** Called after the option was opened on this page, not in another tab. */
  onOpened: () => void;
}

/** An option of the palette. If it has a URL, it is a link, so it can be opened in another tab. */
export function PaletteOption(props: PaletteOptionProps) {
  const { id, item, isActive, onActive, onInside, onOpened } = props;
  const { target, inside } = item;
  const content = (
    <>
      <span className={css.icon}>{item.icon}</span>
      <span className={css.label}>{item.label}</span>
      {item.note && <span className={css.note}>{item.note}</span>}
      {inside && <InsideMark onClick={() => onInside(inside)} />}
    </>
  );
  const option = {
    id,
    className: css.option,
    onPointerMove: () => isActive || onActive(),
    // Keep the focus in the text field.
    onMouseDown: (event: MouseEvent) => event.button === 0 && event.preventDefault(),
  };
  if ('to' in target) {
    const onClick = (event: MouseEvent) => {
      if (!opensElsewhere(event)) onOpened();
    };
    return (
      <Link
        {...option}
        role="option"
        aria-selected={isActive}
        tabIndex={-1}
        to={target.to}
        state={target.state}
        onClick={onClick}
      >
        {content}
      </Link>
    );
  }
  const run = () => {
    onOpened();
    target.run();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys
    <div {...option} role="option" aria-selected={isActive} tabIndex={-1} onClick={run}>
      {content}
    </div>
  );
}

/**
 * Lists the content of the repository on click. The keyboard equivalent is →. It is not a button, because an
 * option must not contain one.
 */
function InsideMark({ onClick }: { onClick: () => void }) {
  const open = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onClick();
  };
  return (
    <span className={css.inside} aria-hidden="true" onClick={open}>
      <Icon icon={ChevronRight} />
    </span>
  );
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}
