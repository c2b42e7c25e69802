/** The product's mark: a mill wheel over its water. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.6" strokeLinecap="round">
        <circle cx="16" cy="13" r="6" />
        <path d="M16 4.600v4M16 17.400v4M7.6 13h4M20.4 13h4" />
        <path d="M6 25.400c2.5-2 4.4-2 6.7 0s4.1 2 6.6 0 4.2-2 6.7 0" />
      </g>
    </svg>
  );
}
