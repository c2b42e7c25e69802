import type { Organization } from '@millrace/contract/api';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { peopleMessages } from './people-messages.ts';
import { useDeleteOrganization, useUpdateOrganization } from './people-mutations.ts';

/** Settings of an organization, for owners. */
export function OrganizationSettings({ organization }: { organization: Organization }) {
  const text = useTexts(peopleMessages);
  const navigate = useNavigate();
  const { name, members_create_repositories: membersCreate } = organization;
  const update = useUpdateOrganization(name);
  const remove = useDeleteOrganization(name);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Section title={text.views.settings}>
        <Switch
          label={text.membersCreate}
          hint={text.membersCreateHint}
          checked={membersCreate}
          disabled={update.isPending}
          onChange={(checked) => update.mutate({ members_create_repositories: checked })}
        />
      </Section>
      <Section
        title={text.deleteTitle}
        action={
          <Button kind="danger" disabled={remove.isPending} onClick={() => setIsConfirming(true)}>
            {text.deleteTitle}
          </Button>
        }
      >
        <p>{text.deleteHint}</p>
        <ConfirmDialog
          question={text.deleteQuestion}
          detail={name}
          action={text.deleteTitle}
          isOpen={isConfirming}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate(paths.home) })}
          onClose={() => setIsConfirming(false)}
        />
      </Section>
    </>
  );
}
