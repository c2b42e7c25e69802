import { ChevronLeft, ChevronRight } from 'lucide';
import { useLanguage, useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './causes.module.css';
import { causeMessages } from './messages.ts';
import { dayOf, formatDay, weekSec } from './week-days.ts';

interface WeekPickerProps {
  /** Start of the week, in unix seconds. */
  week: number;
  nowSec: number;
  onChange: (day: string) => void;
}

export function WeekPicker({ week, nowSec, onChange }: WeekPickerProps) {
  const text = useTexts(causeMessages);
  const { locale } = useLanguage();
  return (
    <div className={css.picker}>
      <IconButton label={text.previousWeek} onClick={() => onChange(dayOf(week - weekSec))}>
        <Icon icon={ChevronLeft} />
      </IconButton>
      <span aria-live="polite">{text.week(formatDay(week, locale))}</span>
      <IconButton
        label={text.nextWeek}
        disabled={week + weekSec > nowSec}
        onClick={() => onChange(dayOf(week + weekSec))}
      >
        <Icon icon={ChevronRight} />
      </IconButton>
    </div>
  );
}
