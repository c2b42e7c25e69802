import type { Build } from '@millrace/contract/api';
import { useTexts } from '../lib/i18n/messages.tsx';
import css from './activity-line.module.css';
import { activityMessages } from './activity-messages.ts';
import { activityText, buildActor } from './activity-text.ts';
import { Avatar } from './avatar.tsx';

/** Avatar and name of the actor of a build, and its event. */
export function ActivityLine({ build }: { build: Build }) {
  const actor = buildActor(build);
  const text = activityText(build, useTexts(activityMessages));
  return (
    <span className={css.line}>
      <Avatar src={actor.avatar} name={actor.name} />
      <span className={css.text}>
        <span className={css.actor}>{actor.name}</span> {text}
      </span>
    </span>
  );
}
