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
  /** Called after the option was opened on this page. */
  onOpened: () => void;
}

/** An option with an address is a link, so it opens in another tab as any other link does. */
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
    // The focus stays in the text field.
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus
    <div {...option} role="option" aria-selected={isActive} tabIndex={-1} onClick={run}>
      {content}
    </div>
  );
}

/** For the mouse and for touch; with the keyboard → does the same. An option cannot contain a button. */
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
