import { Menu } from '@base-ui/react/menu';
import { Check, LogIn, Settings2 } from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router';
import { serverUrl } from '../../api/server-address.ts';
import { type Locale, locales } from '../../lib/i18n/locale.ts';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { logError } from '../../lib/log-error.ts';
import { paths, serverPaths } from '../../lib/paths.ts';
import { applyTheme, readTheme, type Theme, themes } from '../../lib/theme.ts';
import { Icon } from '../../ui/icon.tsx';
import css from '../../ui/menu.module.css';
import { showToast } from '../../ui/toast.ts';
import type { AccountButtonProps } from './account-button.tsx';
import { AccountLabel } from './account-label.tsx';
import { accountMenuMessages } from './account-menu-messages.ts';

/** The account menu. It is initially open, because a click on its button loaded it. */
export function AccountMenu({ user, className }: AccountButtonProps) {
  const { locale, messages, setLocale } = useLanguage();
  const text = useTexts(accountMenuMessages);
  const [theme, setTheme] = useState(readTheme);
  const chooseTheme = (chosen: Theme) => {
    setTheme(chosen);
    applyTheme(chosen);
  };
  const reportMissing = (error: unknown) => {
    logError(error);
    showToast('error', messages.failure.partMissing);
  };
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger className={className}>
        <AccountLabel user={user} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={css.positioner} side="top" align="start" sideOffset={6}>
          <Menu.Popup className={css.popup}>
            <Choices
              label={text.theme}
              value={theme}
              options={themes.map((value) => [value, text.themes[value]])}
              onChange={(value) => chooseTheme(value as Theme)}
            />
            <div className={css.separator} />
            <Choices
              label={text.language}
              value={locale}
              options={Object.entries(locales)}
              onChange={(value) => setLocale(value as Locale).catch(reportMissing)}
            />
            <div className={css.separator} />
            <Menu.LinkItem className={css.item} render={<Link to={paths.account} />}>
              <span className={css.mark}>
                <Icon icon={Settings2} />
              </span>
              {messages.nav.account}
            </Menu.LinkItem>
            <Menu.LinkItem className={css.item} href={serverUrl(serverPaths.logout)}>
              <span className={css.mark}>
                <Icon icon={LogIn} />
              </span>
              {messages.nav.logout}
            </Menu.LinkItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface ChoicesProps {
  label: string;
  value: string;
  options: [string, string][];
  onChange: (value: string) => void;
}

function Choices({ label, value, options, onChange }: ChoicesProps) {
  return (
    <Menu.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      <div className={css.groupLabel} aria-hidden="true">
        {label}
      </div>
      {options.map(([option, name]) => (
        <Menu.RadioItem key={option} className={css.item} value={option} closeOnClick>
          <span className={css.mark}>
            <Menu.RadioItemIndicator>
              <Icon icon={Check} />
            </Menu.RadioItemIndicator>
          </span>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
