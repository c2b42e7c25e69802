import type { Build, FirstError as FoundError } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { StepLink } from '../../domain-ui/step-link.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import type { Texts } from '../../lib/i18n/texts.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LogAddress } from './engine/open-log.ts';
import { firstErrorQuery } from './first-error-query.ts';
import { writeLineRange } from './line-range.ts';
import { consoleMessages } from './messages.ts';

interface FirstErrorProps {
  build: Build;
  /** Log of a failed step. */
  address: LogAddress;
  exitCode: number | undefined;
  /** Path of the page with the log. */
  path: string;
  className: string | undefined;
}

/** Links to the first error of a failed step. If no line reports one, says that it is the last line. */
export function FirstError({ build, address, exitCode, path, className }: FirstErrorProps) {
  const text = useTexts(consoleMessages);
  const { data, isPending } = useQuery(firstErrorQuery(address, build));
  if (isPending) return <Skeleton width="70%" height={24} />;
  if (!data) return null;
  const shown = textOf(data, exitCode, text);
  return (
    <StepLink
      className={className}
      data-kind={data.kind}
      title={shown}
      to={path + writeLineRange({ from: data.line, to: data.line })}
    >
      <span className="visually-hidden">{text.line(data.line + 1)}: </span>
      {shown}
    </StepLink>
  );
}

function textOf(
  { kind, text }: FoundError,
  exitCode: number | undefined,
  messages: Texts<typeof consoleMessages>,
): string {
  if (kind === 'command') return messages.commandFailed(text, exitCode ?? 0);
  return kind === 'last_line' ? messages.lastLine(text) : text;
}
