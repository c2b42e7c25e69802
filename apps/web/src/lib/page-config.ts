import type { PageConfig, pageConfigId } from '@millrace/contract/api';

const elementId: typeof pageConfigId = 'millrace-config';

/** Config that the server embeds in this page, or null if another host serves it. */
export const servedConfig: PageConfig | null = readPageConfig(
  document.getElementById(elementId)?.textContent,
);

export function readPageConfig(text: string | null | undefined): PageConfig | null {
  if (!text) return null;
  try {
    const config: PageConfig = JSON.parse(text);
    return config?.signIn ? config : null;
  } catch {
    return null;
  }
}
