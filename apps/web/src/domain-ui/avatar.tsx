import { useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { toImageUrl } from '../lib/safe-url.ts';
import css from './avatar.module.css';
import { avatarStub } from './avatar-stub.ts';

interface AvatarProps {
  src: string;
  name: string;
  size?: number;
}

/** A decorative picture: the name is always shown beside it. */
export function Avatar({ src: address, name, size = 18 }: AvatarProps) {
  const src = toImageUrl(address, location.href);
  const [failedSrc, setFailedSrc] = useState<string>();
  const box = { width: size, height: size };
  if (src && src !== failedSrc) {
    return (
      <img
        {...box}
        className={css.avatar}
        src={src}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setFailedSrc(src)}
      />
    );
  }
  const { letter, color } = avatarStub(name);
  return (
    <span
      className={classNames(css.avatar, css[`color${color}`])}
      style={{ ...box, fontSize: Math.round(size * 0.55) }}
      aria-hidden="true"
    >
      {letter}
    </span>
  );
}
