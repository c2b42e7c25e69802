import { type IconProps, Outline } from './outline.tsx';

export const BranchIcon = (props: IconProps) => (
  <Outline {...props}>
    <circle cx="4.5" cy="3.5" r="1.5" />
    <circle cx="4.5" cy="12.5" r="1.5" />
    <circle cx="11.5" cy="5" r="1.5" />
    <path d="M4.5 5v6M11.5 6.500c0 2.25-2 2.75-4 3-1.5.2-2.6.6-3 1.5" />
  </Outline>
);
export const ClockIcon = (props: IconProps) => (
  <Outline {...props}>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 4.750V8l2 1.5" />
  </Outline>
);
export const TimerIcon = (props: IconProps) => (
  <Outline {...props}>
    <circle cx="8" cy="9" r="5" />
    <path d="M6.5 1.500h3M8 6.500V9" />
  </Outline>
);
export const RocketIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M6 10 4.5 8.500C6 4.5 8.5 2.25 13.5 2.500c.25 5-2 7.5-6 9L6 10Zm-1.5-1.5-2.25.250L4 6M7.5 11.500l-.25 2.250L10 12" />
  </Outline>
);
export const RestartIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M13 8a5 5 0 1 1-1.5-3.550L13 6m0-3.250V6H9.75" />
  </Outline>
);
export const RestartFailedIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M13 8a5 5 0 1 1-1.5-3.550L13 6m0-3.250V6H9.75M6.500 6.500l3 3m0-3-3 3" />
  </Outline>
);
export const StopIcon = (props: IconProps) => (
  <Outline {...props}>
    <rect x="4" y="4" width="8" height="8" rx="1.5" />
  </Outline>
);
export const DownloadIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M8 2.500v7.250m-3-3 3 3 3-3M2.75 12.750h10.5" />
  </Outline>
);
export const FollowIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M8 2.500v8m-3.25-3.250L8 10.500l3.25-3.250M3 13.500h10" />
  </Outline>
);
export const FailureIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M3 2.500v11M3 3.250h8.750l-2 2.75 2 2.750H3" />
  </Outline>
);
export const SpeakerIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M2.500 6.250v3.500h2L8 12.500v-9L4.500 6.250Zm8 .250a2.250 2.250 0 0 1 0 3m1.750-5a5 5 0 0 1 0 7" />
  </Outline>
);
export const BellIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M4 7a4 4 0 0 1 8 0c0 3.500 1.500 4.500 1.500 4.500h-11S4 10.500 4 7Zm2.750 7h2.500" />
  </Outline>
);
export const FitIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M2.500 6V2.500H6m4 0h3.500V6m0 4v3.500H10m-4 0H2.500V10" />
  </Outline>
);
export const MinusIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M3 8h10" />
  </Outline>
);
export const BugIcon = (props: IconProps) => (
  <Outline {...props}>
    <rect x="5" y="5.500" width="6" height="7.500" rx="3" />
    <path d="M6 5.500a2 2 0 0 1 4 0M2.500 9H5m6 0h2.500M3 5l2 1.500M13 5l-2 1.500M3 13l2-1.500m8 1.500-2-1.500" />
  </Outline>
);
export const ArrowUpIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M8 13V3m-4 4 4-4 4 4" />
  </Outline>
);
export const ArrowDownIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M8 3v10m-4-4 4 4 4-4" />
  </Outline>
);
export const WrapIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M2.5 4h11M2.500 8h8.500a2.500 2.500 0 0 1 0 5H8.500m1.750-1.750L8.500 13l1.750 1.750M2.500 12h2.500" />
  </Outline>
);
