import { Button, type ButtonProps } from './button.tsx';

type IconButtonProps = ButtonProps & {
  /** Accessible name and tooltip. */
  label: string;
};

/** A small toolbar button with an icon only. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button kind="ghost" size="small" isIcon aria-label={label} title={label} {...rest} />;
}
