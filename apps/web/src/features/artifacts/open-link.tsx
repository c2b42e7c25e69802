import { ExternalLink } from 'lucide';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { artifactMessages } from './messages.ts';

interface OpenLinkProps {
  href: string;
  label: string;
  /** Whether only the icon is shown. */
  isIcon?: boolean;
}

/** Opens a report in a new tab. */
export function OpenLink({ href, label, isIcon = false }: OpenLinkProps) {
  const text = useTexts(artifactMessages);
  return (
    <a
      className={buttonClass(isIcon ? { kind: 'ghost', size: 'small', isIcon } : { size: 'small' })}
      href={href}
      aria-label={label}
      title={label}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon icon={ExternalLink} size={14} />
      {!isIcon && text.open}
    </a>
  );
}
