import { useTexts } from '../lib/i18n/messages.tsx';
import type { LicenceState } from '../lib/licence-state.ts';
import { serverLicence } from '../lib/licence-urls.ts';
import { Notice } from '../ui/notice.tsx';
import css from './app-frame.module.css';
import { licenseMessages } from './license-messages.ts';

/** Warnings about an expired or exceeded licence. */
export function LicenceBanners({ isExpired, isExceeded }: LicenceState) {
  const text = useTexts(licenseMessages);
  return (
    <div className={css.banners}>
      {isExpired && (
        <Notice tone="danger">
          {text.expired} <a href={serverLicence.learnMore}>{text.learnMore}</a>
        </Notice>
      )}
      {isExceeded && (
        <Notice tone="danger">
          {text.limitExceeded} <a href={serverLicence.learnMore}>{text.learnMore}</a>{' '}
          <a href={serverLicence.purchase}>{text.purchase}</a>
        </Notice>
      )}
    </div>
  );
}
