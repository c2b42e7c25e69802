import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { Bell } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { focusPath } from '../../domain-ui/build-focus.ts';
import { buildMessages } from '../../domain-ui/build-messages.ts';
import { buildStatus } from '../../domain-ui/shown-status.ts';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { errorRevealState } from '../../lib/entry-marks.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';

interface NotifyButtonProps {
  slug: string;
  build: Build;
}

/**
 * Requests the permission for a notification when the build finishes. Browsers require a click for the
 * request.
 */
export function NotifyButton({ slug, build }: NotifyButtonProps) {
  const names = useTexts(statusMessages);
  const text = useTexts(buildMessages);
  const navigate = useNavigate();
  const [isOn, setIsOn] = useState(false);
  const hasFinished = isFinished(build.status);
  const hadFinished = useRef(hasFinished);
  useEffect(() => {
    if (hasFinished && !hadFinished.current && isOn) {
      const title = text.ended(build.number, names[buildStatus(build)]);
      const options = { body: slug, tag: `${slug}/${build.number}` };
      notify(title, options, () => navigate(focusPath(slug, build), { state: errorRevealState }));
    }
    hadFinished.current = hasFinished;
  }, [hasFinished, isOn, text, names, slug, build, navigate]);
  if (hasFinished) return null;
  const toggle = async () => {
    if (isOn) return setIsOn(false);
    const permission = await Notification.requestPermission();
    if (permission === 'granted') setIsOn(true);
    else showToast('warning', text.notifyRefused);
  };
  return (
    <Button
      isIcon
      aria-label={text.notify}
      title={text.notify}
      aria-pressed={isOn}
      onClick={() => void toggle()}
    >
      <Icon icon={Bell} size={14} />
    </Button>
  );
}

function notify(title: string, options: NotificationOptions, onOpen: () => void): void {
  try {
    const note = new Notification(title, options);
    note.onclick = () => {
      focus();
      onOpen();
      note.close();
    };
  } catch {
    // Chromium on Android grants the permission, but throws if a page creates a notification.
    showToast('warning', title);
  }
}
