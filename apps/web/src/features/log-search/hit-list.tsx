import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './hit-list.module.css';
import { cutHit, type PlacedHit, type ShownStep } from './log-search-view.ts';
import { logSearchMessages } from './messages.ts';

interface HitListProps {
  label: string;
  steps: ShownStep[];
  /** Whether the hits are of the previous query. */
  isOld: boolean;
  current: number | null;
  linkTo: (hit: PlacedHit) => string;
  linkState: object;
  onFollow: (index: number) => void;
}

/** Lists steps with their matching lines. Each line links to its position in the log. */
export function HitList({ label, steps, isOld, current, ...links }: HitListProps) {
  const text = useTexts(logSearchMessages);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current === null) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (steps.length === 0) return null;
  return (
    <nav
      ref={list}
      className={classNames(css.list, isOld && css.old)}
      aria-label={label}
      aria-busy={isOld}
    >
      <ul>
        {steps.map(({ key, name, count, hits }) => (
          <li key={key}>
            <div className={css.step}>
              <span className={css.name}>{name}</span>
              <span className={css.count}>{text.lines(count)}</span>
            </div>
            <ul>
              {hits.map((placed) => (
                <li key={placed.index}>
                  <HitLink {...links} placed={placed} isCurrent={placed.index === current} />
                </li>
              ))}
            </ul>
            {count > hits.length && <p className={css.more}>{text.more(count - hits.length)}</p>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface HitLinkProps extends Pick<HitListProps, 'linkTo' | 'linkState' | 'onFollow'> {
  placed: PlacedHit;
  isCurrent: boolean;
}

function HitLink({ placed, isCurrent, linkTo, linkState, onFollow }: HitLinkProps) {
  const { hit, index } = placed;
  const pieces = cutHit(hit);
  return (
    <Link
      className={css.hit}
      to={linkTo(placed)}
      state={linkState}
      aria-current={isCurrent || undefined}
      onClick={() => onFollow(index)}
    >
      <span className={css.number}>{hit.pos + 1}</span>
      <span className={css.text}>
        {(hit.before > 0 || pieces[0]?.at !== 0) && '…'}
        {pieces.map(({ at, text, isMatch }) =>
          isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
        )}
        {hit.after > 0 && '…'}
      </span>
    </Link>
  );
}
