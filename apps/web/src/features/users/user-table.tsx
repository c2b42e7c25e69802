import type { Account } from '@millrace/contract/api';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { mobileQuery, useMediaQuery } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { Table } from '../../ui/table.tsx';
import { filterUsers } from './filter-users.ts';
import { userMessages } from './messages.ts';
import { UserRow } from './user-row.tsx';
import css from './user-table.module.css';

/** Number of rows that are shown before the user asks for more. */
const pageSize = 1000;
/**
 * Height of a row with its border. A card on a small screen consists of a name, a line for each other column,
 * and padding.
 */
const tableRowPx = 49;
const cardPx = 32 + 5 * 24 + 2 * 12 + 1;
const rowsBeyondView = 12;
const widthsPx = [undefined, 80, 84, 84, 128, 128];

interface UserTableProps {
  users: readonly Account[];
  ownLogin: string;
  onEdit: (user: Account) => void;
}

/** A table for thousands of accounts. Only the rows near the viewport are rendered. */
export function UserTable({ users, ownLogin, onEdit }: UserTableProps) {
  const { common } = useMessages();
  const text = useTexts(userMessages);
  const [filter, setFilter] = useState('');
  const [shownCount, setShownCount] = useState(pageSize);
  const matching = useMemo(() => filterUsers(users, filter), [users, filter]);
  const shown = matching.slice(0, shownCount);
  const rowPx = useMediaQuery(mobileQuery) ? cardPx : tableRowPx;
  const tableElement = useRef<HTMLTableElement>(null);
  const [tablePx, setTablePx] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count: shown.length,
    estimateSize: () => rowPx,
    overscan: rowsBeyondView,
    scrollMargin: tablePx,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cached heights depend on the row height
  useLayoutEffect(() => virtualizer.measure(), [rowPx]);
  useLayoutEffect(() => {
    const box = tableElement.current?.getBoundingClientRect();
    if (box) setTablePx(box.top + scrollY);
  });
  const rows = virtualizer.getVirtualItems();
  const topPx = (rows[0]?.start ?? tablePx) - tablePx;
  const missingPx = virtualizer.getTotalSize() - rows.length * rowPx;
  const columns = [text.username, text.active, text.type, text.role, text.created, text.lastLogin];
  return (
    <>
      <FilterField className={css.filter} label={text.filter} value={filter} onChange={setFilter} />
      {shown.length === 0 && <p role="status">{text.noMatch}</p>}
      <Table
        ref={tableElement}
        label={text.title}
        columns={columns}
        actionsLabel={common.actions}
        part={{ rowCount: shown.length, topPx, missingPx, widthsPx, cardPx }}
      >
        {rows.map(({ index }) => {
          const user = shown[index];
          return (
            user && (
              <UserRow
                key={user.login}
                user={user}
                rowIndex={index + 2}
                isOwn={user.login === ownLogin}
                onEdit={onEdit}
              />
            )
          );
        })}
      </Table>
      {matching.length > shownCount && (
        <Button className={css.more} onClick={() => setShownCount(shownCount + pageSize)}>
          {text.showMore}
        </Button>
      )}
    </>
  );
}
