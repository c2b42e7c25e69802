import { Button, type ButtonProps } from './button.tsx';

type IconButtonProps = ButtonProps & {
  /** Says what it does: to those who listen, and under the pointer. */
  label: string;
};

/** A small button of a tool bar that shows a sign alone. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button kind="ghost" size="small" isIcon aria-label={label} title={label} {...rest} />;
}
