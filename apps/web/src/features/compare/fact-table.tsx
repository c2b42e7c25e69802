import type { Build } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import table from '../../ui/table.module.css';
import { cardStyle } from '../../ui/table.tsx';
import css from './compare.module.css';
import { type ComparedParameter, compareParameters } from './compare-view.ts';
import { compareMessages } from './messages.ts';

const shortHashLength = 8;

interface FactTableProps {
  before: Build;
  after: Build;
  /** Renders a link to a build. */
  renderBuild: (build: Build) => ReactNode;
}

/** Table of the origin of two builds and the parameters that differ. */
export function FactTable({ before, after, renderBuild }: FactTableProps) {
  const status = useTexts(statusMessages);
  const buildText = useTexts(buildMessages);
  const find = useTexts(findMessages);
  const text = useTexts(compareMessages);
  const facts: [string, (build: Build) => ReactNode][] = [
    [
      text.status,
      (build) => (
        <span className={css.state}>
          <StatusIcon status={buildStatus(build)} size={14} isDecorative />
          {status[buildStatus(build)]}
        </span>
      ),
    ],
    [text.event, ({ event }) => find.events[event]],
    [buildText.branch, ({ target }) => target],
    [buildText.commit, ({ after: sha }) => <code>{sha.slice(0, shortHashLength)}</code>],
    [text.message, ({ title, message }) => title || message.split('\n')[0]],
    [text.author, ({ author_name, author_login }) => author_name || author_login],
    [buildText.started, ({ started }) => <RelativeTime timeSec={started} />],
    [
      buildText.duration,
      ({ started, finished }) => <RunDuration started={started} stopped={finished} />,
    ],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <div className={table.scroller} tabIndex={0}>
      <table
        className={classNames(table.table, css.facts)}
        style={cardStyle([text.fact, `#${before.number}`, `#${after.number}`])}
      >
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{text.fact}</span>
            </th>
            <th scope="col">{renderBuild(before)}</th>
            <th scope="col">{renderBuild(after)}</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([name, read]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{read(before)}</td>
              <td>{read(after)}</td>
            </tr>
          ))}
          {compareParameters(before, after).map((parameter) => (
            <ParameterRow key={`parameter ${parameter.name}`} {...parameter} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ParameterRow({ name, before, after }: ComparedParameter) {
  const text = useTexts(compareMessages);
  return (
    <tr className={css.parameter}>
      <th scope="row">
        {text.parameter} <code>{name}</code>
      </th>
      <td>{before ?? <span className={css.absent}>{text.absent}</span>}</td>
      <td>{after ?? <span className={css.absent}>{text.absent}</span>}</td>
    </tr>
  );
}
