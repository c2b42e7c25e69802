import { useMemo } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { markAlerts } from './alert-marks.ts';
import type { LogEngine } from './engine/log-engine.ts';
import css from './log-view.module.css';

/** Number of marks that fit on a usual screen. */
const places = 200;

/**
 * Shows beside the scrollbar where the log has errors and warnings. For the eye only: the first error has a button, and
 * each error is marked in its line.
 */
export function AlertStrip({ engine }: { engine: LogEngine }) {
  const { alerts } = engine.state();
  const { rowMap } = engine;
  const { totalRows, first } = rowMap;
  // Scrolling renders the log often, and changes none of these.
  const marks = useMemo(() => {
    const shown = alerts.filter(({ line }) => line >= first);
    return markAlerts(shown, { totalRows, lineAt: (row) => rowMap.lineAt(row) }, places);
  }, [alerts, rowMap, totalRows, first]);
  return (
    <div className={css.strip} aria-hidden="true">
      {marks.map(({ at, isError }) => (
        <span
          key={`${at} ${isError}`}
          className={classNames(css.alert, isError && css.alertError)}
          style={{ top: `${at * 100}%` }}
        />
      ))}
    </div>
  );
}
