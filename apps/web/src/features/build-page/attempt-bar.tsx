import type { Build, BuildAttempt } from '@millrace/contract/api';
import { Link, useLocation } from 'react-router';
import { attemptMessages } from '../../domain-ui/build-messages.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './attempt-bar.module.css';

/** Lists the attempts of a build, with the author and time of the selected one. */
export function AttemptBar({ build }: { build: Build }) {
  const text = useTexts(attemptMessages);
  const { pathname } = useLocation();
  const { attempts = [] } = build;
  const newest = attempts.at(-1);
  const shown = attempts.find(({ number }) => number === build.attempt);
  const pathOf = ({ number }: BuildAttempt) =>
    number === newest?.number ? pathname : `${pathname}?attempt=${number}`;
  return (
    <nav className={css.bar} aria-label={text.label}>
      <span className={css.label}>{text.label}</span>
      <ol className={css.list}>
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <Link
              className={css.attempt}
              to={pathOf(attempt)}
              aria-current={attempt === shown ? 'page' : undefined}
              aria-label={text.attempt(attempt.number)}
            >
              <StatusIcon status={attempt.status} size={14} />
              {attempt.number}
            </Link>
          </li>
        ))}
      </ol>
      {shown && (
        <span className={css.who}>
          {shown.number === 1
            ? text.first(shown.login)
            : shown.login
              ? text.restarted(shown.login)
              : text.repeated}{' '}
          <RelativeTime timeSec={shown.created} />
          {newest && shown !== newest && (
            <>
              {' · '}
              <Link to={pathOf(newest)}>{text.showNewest}</Link>
            </>
          )}
        </span>
      )}
    </nav>
  );
}
