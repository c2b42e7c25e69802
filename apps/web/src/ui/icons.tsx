import type { ReactNode } from 'react';

interface IconProps {
  size?: number;
}

function Outline({ size = 16, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const ChevronIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="m4 6 4 4 4-4" />
  </Outline>
);
export const ChevronRightIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="m6 4 4 4-4 4" />
  </Outline>
);
export const CloseIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="m4 4 8 8m0-8-8 8" />
  </Outline>
);
export const PlusIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M8 3v10M3 8h10" />
  </Outline>
);
export const SearchIcon = (props: IconProps) => (
  <Outline {...props}>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.25 10.25 3.25 3.25" />
  </Outline>
);
export const RepoIcon = (props: IconProps) => (
  <Outline {...props}>
    <rect x="2.25" y="2.75" width="11.5" height="4" rx="1.25" />
    <rect x="2.25" y="9.25" width="11.5" height="4" rx="1.25" />
    <path d="M4.75 4.750h.01M4.75 11.250h.01" />
  </Outline>
);
export const CommitIcon = (props: IconProps) => (
  <Outline {...props}>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M1.5 8h3.750M10.75 8h3.75" />
  </Outline>
);
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
export const SignInIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M9 2.750h4v10.500H9M2.75 8H9M6.5 5.5 9 8l-2.5 2.5" />
  </Outline>
);
export const AlertIcon = (props: IconProps) => (
  <Outline {...props}>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 5v3.500M8 11h.01" />
  </Outline>
);
export const FailureIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M3 2.500v11M3 3.250h8.750l-2 2.75 2 2.750H3" />
  </Outline>
);
export const CheckIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="m3.5 8.25 3 3 6-6.5" />
  </Outline>
);
export const CopyIcon = (props: IconProps) => (
  <Outline {...props}>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.500 3.500v-.25A1.250 1.250 0 0 0 9.250 2h-6A1.250 1.250 0 0 0 2 3.250v6a1.250 1.250 0 0 0 1.250 1.250h.25" />
  </Outline>
);
export const TrashIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M2.750 4.250h10.500M6 4.250v-1.500h4v1.500M4.250 4.250l.6 9h6.3l.6-9M6.750 7v3.500M9.250 7v3.500" />
  </Outline>
);
export const EditIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="m10.250 3.250 2.500 2.500L5.500 13H3v-2.500l7.250-7.250Z" />
  </Outline>
);
export const SettingsIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M2.500 5h6M12 5h1.500M2.500 11h1.500M7.500 11h6" />
    <circle cx="10.250" cy="5" r="1.750" />
    <circle cx="5.750" cy="11" r="1.750" />
  </Outline>
);
export const SyncIcon = (props: IconProps) => (
  <Outline {...props}>
    <path d="M13 6.500A5.250 5.250 0 0 0 3.500 5M3 9.500A5.250 5.250 0 0 0 12.500 11M3.250 2.500V5h2.500M12.750 13.500V11h-2.500" />
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
