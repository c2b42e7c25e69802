import type { Setting } from '@millrace/contract/api';
import { useState } from 'react';
import { FilterRow } from '../../domain-ui/filter-row.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { systemMessages } from './messages.ts';
import css from './system.module.css';

/** Variables with the values in force. Values of secrets are never sent by the server. */
export function SettingsTable({ settings }: { settings: readonly Setting[] }) {
  const text = useTexts(systemMessages);
  const { none, noMatch } = useTexts(tableMessages);
  const [filter, setFilter] = useState('');
  const words = filter.trim().toLowerCase();
  const shown = settings.filter(({ name, value, text: meaning }) =>
    `${name} ${value} ${meaning}`.toLowerCase().includes(words),
  );
  return (
    <>
      <FilterRow>
        <FilterField label={text.settingsFilter} value={filter} onChange={setFilter} />
      </FilterRow>
      {shown.length === 0 ? (
        <p role="status">{noMatch}</p>
      ) : (
        <Table label={text.settings} columns={[text.variable, text.value, text.source]}>
          {shown.map(({ name, value, secret, set, default: usual, text: meaning }) => (
            <tr key={name}>
              <td>
                <span className={table.mono}>{name}</span>
                <p className={css.meaning}>{meaning}</p>
              </td>
              <td>
                {secret && set ? (
                  text.hidden
                ) : (
                  <span className={css.value}>{value || usual || none}</span>
                )}
              </td>
              <td>{set ? text.fromEnvironment : text.fromDefault}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
