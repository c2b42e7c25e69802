import { type DeployMessages, enDeploy } from './en-deploy.ts';
import type { Locale } from './locale.ts';
import { useLanguage } from './messages.tsx';
import { zhDeploy } from './zh-deploy.ts';

const catalogues: Record<Locale, DeployMessages> = { en: enDeploy, 'zh-CN': zhDeploy };

/** Returns the texts of the dialog for deployments, which are loaded with it. */
export function useDeployMessages(): DeployMessages {
  return catalogues[useLanguage().locale];
}
