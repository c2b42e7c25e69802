import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal as Screen } from '@xterm/xterm';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RepoName } from '../../api/build-queries.ts';
import { allowScriptedStyles } from './scripted-styles.ts';
import { TerminalLink } from './terminal-link.ts';
import type { TerminalState } from './terminal-state.ts';
import css from './terminals.module.css';
import { TouchKeys } from './touch-keys.tsx';

interface TerminalViewProps {
  repo: RepoName;
  kept: number;
  label: string;
  onState: (state: TerminalState) => void;
  /** Called when the keyboard leaves the terminal. */
  onLeave: () => void;
}

/** Lines that can be scrolled back to. */
const scrollback = 5000;
/** Minimum contrast of WCAG 2.2 AA, also for the colours of programs. */
const minContrast = 4.5;

/** A terminal in a kept step. Unmounting it ends the terminal. */
export function TerminalView({ repo, kept, label, onState, onLeave }: TerminalViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Screen>(null);
  const report = useEffectEvent(onState);
  const leave = useEffectEvent(onLeave);
  const { namespace, name } = repo;
  useEffect(() => {
    if (!place.current) return;
    const element = place.current;
    const forbidScriptedStyles = allowScriptedStyles();
    const screen = new Screen({
      fontFamily: getComputedStyle(element).fontFamily,
      fontSize: 13,
      scrollback,
      minimumContrastRatio: minContrast,
      screenReaderMode: true,
      theme: themeOf(element),
    });
    shown.current = screen;
    const fit = new FitAddon();
    screen.loadAddon(fit);
    screen.open(element);
    fit.fit();
    screen.focus();
    // Other keys, also Tab and Escape, are for the shell, and must not close the dialog.
    const keepKeys = (event: Event) => event.stopPropagation();
    element.addEventListener('keydown', keepKeys);
    screen.attachCustomKeyEventHandler((event) => {
      if (event.key !== 'Escape' || !event.shiftKey) return true;
      if (event.type === 'keydown') leave();
      return false;
    });
    const size = () => ({ columns: screen.cols, rows: screen.rows });
    const link = new TerminalLink({ namespace, name }, kept, size(), {
      onOutput: (bytes) => screen.write(bytes),
      onProblem: (reason) =>
        report(reason === undefined ? { kind: 'open' } : { kind: 'disconnected', reason }),
      onEnd: (terminal) => report({ kind: 'ended', terminal }),
      onRefused: (reason) => report({ kind: 'refused', reason }),
    });
    const input = screen.onData((keys) => link.type(keys));
    const resized = screen.onResize(() => link.resize(size()));
    const darkness = matchMedia('(prefers-color-scheme: dark)');
    const applyTheme = () => {
      screen.options.theme = themeOf(element);
    };
    darkness.addEventListener('change', applyTheme);
    const observer = new ResizeObserver(() => fit.fit());
    observer.observe(element);
    return () => {
      observer.disconnect();
      darkness.removeEventListener('change', applyTheme);
      element.removeEventListener('keydown', keepKeys);
      input.dispose();
      resized.dispose();
      link.close();
      screen.dispose();
      forbidScriptedStyles();
    };
  }, [namespace, name, kept]);
  const press = (input: string) => {
    shown.current?.input(input);
    shown.current?.focus();
  };
  return (
    <>
      <section className={css.screen} aria-label={label}>
        <div ref={place} className={css.rows} />
      </section>
      <TouchKeys onKey={press} />
    </>
  );
}

/** Colours of the page for the terminal, which needs them as values. */
function themeOf(element: HTMLElement): ITheme {
  const style = getComputedStyle(element);
  const background = style.backgroundColor;
  const foreground = style.color;
  return { background, foreground, cursor: foreground, cursorAccent: background };
}
