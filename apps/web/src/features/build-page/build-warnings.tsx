import type { Build } from '@millrace/contract/api';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import css from './build-warnings.module.css';

/** Lists the keys of the pipeline file that the server ignores. */
export function BuildWarnings({ build }: { build: Build }) {
  const text = useTexts(buildMessages);
  const { warnings = [] } = build;
  return (
    <details className={css.warnings}>
      <summary>{text.warnings(warnings.length)}</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}
