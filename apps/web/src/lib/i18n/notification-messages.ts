import { enNotifications, type NotificationMessages } from './en-notifications.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhNotifications } from './zh-notifications.ts';

const catalogues: Record<Locale, NotificationMessages> = {
  en: enNotifications,
  'zh-CN': zhNotifications,
};

/** Returns the texts about notifications. Only pages that need them load them. */
export function useNotificationMessages(): NotificationMessages {
  return catalogues[useLanguage().locale];
}
