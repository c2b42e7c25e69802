/** The product logo: a mill wheel over water. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.2" strokeLinecap="round">
        <circle cx="16" cy="14" r="5.6" />
        <path d="M21.2 16.1L24.5 17.5M18.1 19.2L19.5 22.5M13.9 19.2L12.5 22.5M10.8 16.1L7.5 17.5M10.8 11.9L7.5 10.5M13.9 8.8L12.5 5.5M18.1 8.8L19.5 5.5M21.2 11.9L24.5 10.5" />
        <path d="M5.5 26.6c2.600-1.9 4.500-1.9 7 0s4.5 1.9 7 0 4.500-1.9 7 0" />
      </g>
      <circle cx="16" cy="14" r="1.7" fill="var(--on-accent)" />
    </svg>
  );
}
