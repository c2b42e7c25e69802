import { type AuditMessages, enAudit } from './en-audit.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhAudit } from './zh-audit.ts';

const catalogues: Record<Locale, AuditMessages> = { en: enAudit, 'zh-CN': zhAudit };

/** Texts about the audit log, which only its pages load. */
export function useAuditMessages(): AuditMessages {
  return catalogues[useLanguage().locale];
}
