import { type IconProps, Outline } from './outline.tsx';

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
