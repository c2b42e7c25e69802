import { type Build, restartBuild } from '@millrace/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { cacheNewBuild } from '../../api/build-cache.ts';
import type { RepoName } from '../../api/build-queries.ts';
import { callOnce } from '../../api/call-once.ts';
import { useMutation } from '../../api/use-mutation.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.ts';
import { restartKey } from './build-mutations.ts';
import { pauseMessages } from './messages.ts';

interface PauseDialogProps {
  repo: RepoName;
  build: Build;
  onClose: () => void;
}

/** Restarts a build that pauses before a step, so that people can look around in its environment. */
export function PauseDialog({ repo, build, onClose }: PauseDialogProps) {
  const text = useTexts(pauseMessages);
  const buildText = useTexts(buildMessages);
  const client = useQueryClient();
  const navigate = useNavigate();
  const choices = pausableSteps(build);
  const failed = choices.findIndex(({ hasFailed }) => hasFailed);
  const [chosen, setChosen] = useState(String(Math.max(0, failed)));
  const restart = useMutation({
    mutationKey: restartKey(repo, build.number),
    mutationFn: ({ stage, step }: { stage: string; step: string }) =>
      callOnce(restartBuild, {
        params: { ...repo, build: build.number },
        query: { pause_stage: stage, pause_step: step },
      }),
    meta: { failed: text.pauseFailed },
    onSuccess: (started) => {
      if (started) cacheNewBuild(client, repo, started);
      else showToast('warning', buildText.restartSkipped);
    },
  });
  const send = () => {
    const choice = choices[Number(chosen)];
    if (!choice) return;
    restart.mutate(choice, {
      onSuccess: (started) => {
        onClose();
        if (started) navigate(paths.build(`${repo.namespace}/${repo.name}`, started.number));
      },
    });
  };
  return (
    <DialogForm
      title={text.pauseTitle}
      submit={buildText.restart}
      isOpen
      isPending={restart.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <SelectField
        label={text.pauseStep}
        hint={text.pauseHint}
        value={chosen}
        options={choices.map(({ stage, step }, at) => ({
          value: String(at),
          label: `${stage} › ${step}`,
        }))}
        onChange={setChosen}
      />
    </DialogForm>
  );
}

/** Returns the steps that a restarted build can pause before. The clone has no environment yet. */
export function pausableSteps({ stages = [] }: Build) {
  return stages.flatMap(({ name: stage, steps = [] }) =>
    steps
      .filter(({ name, detached }) => !detached && name !== 'clone')
      .map(({ name: step, status }) => ({ stage, step, hasFailed: status === 'failure' })),
  );
}
