import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import css from './build-split.module.css';

const minimumPx = 190;

/** Resizable panels: steps on the left, the console on the right. */
export function BuildSplit({ side, main }: { side: ReactNode; main: ReactNode }) {
  const { build: text } = usePageMessages();
  return (
    <div className={css.split}>
      <Group orientation="horizontal">
        <Panel
          id="steps"
          defaultSize={300}
          minSize={minimumPx}
          groupResizeBehavior="preserve-pixel-size"
        >
          {side}
        </Panel>
        <Separator className={css.separator} aria-label={text.resize} />
        <Panel id="console" minSize={minimumPx}>
          {main}
        </Panel>
      </Group>
    </div>
  );
}
