import { type ButtonHTMLAttributes, type Ref, useImperativeHandle, useRef } from 'react';
import { classNames } from '../lib/class-names.ts';
import css from './button.module.css';
import { useRestoreFocus } from './use-restore-focus.ts';

export interface ButtonStyle {
  kind?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'small' | 'normal';
  isIcon?: boolean;
}

/** Returns the classes of a button, for links that resemble one. */
export function buttonClass({ kind = 'secondary', size, isIcon }: ButtonStyle = {}): string {
  return classNames(css.button, css[kind], size === 'small' && css.small, isIcon && css.icon);
}

export type ButtonProps = ButtonStyle &
  ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

export function Button({ kind, size, isIcon, className, ref, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, []);
  useRestoreFocus(button, rest.disabled ?? false);
  const classes = buttonClass({ kind, size, isIcon });
  return <button type="button" className={classNames(classes, className)} {...rest} ref={button} />;
}
