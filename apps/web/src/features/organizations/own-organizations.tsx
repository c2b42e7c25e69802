import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Section } from '../../ui/section.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { peopleMessages } from './people-messages.ts';
import { organizationsQuery } from './people-queries.ts';

/** The organizations of the viewer, if there are any: one without repositories is linked nowhere else. */
export function OwnOrganizations() {
  const text = useTexts(peopleMessages);
  const { data = [] } = useQuery({ ...organizationsQuery, meta: { quiet: true } });
  const own = data.flatMap(({ name, role }) => (role ? [{ name, role }] : []));
  if (own.length === 0) return null;
  return (
    <Section title={text.list.title}>
      <Table label={text.list.title} columns={[text.name, text.role]}>
        {own.map(({ name, role }) => (
          <tr key={name}>
            <td className={table.main}>
              <Link className={table.link} to={paths.organization(name)}>
                {name}
              </Link>
            </td>
            <td>{text.roles[role]}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
