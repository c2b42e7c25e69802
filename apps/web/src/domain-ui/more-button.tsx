import { Button } from '../ui/button.tsx';

interface MoreButtonProps {
  label: string;
  shown: number;
  matching: number;
  limit: number;
  /** Maximum that the server returns. */
  maxLimit: number;
  onMore: (limit: number) => void;
}

/** Rows that one press adds. */
const step = 200;

/** Requests more rows, while there are more and the server returns them. */
export function MoreButton({ label, shown, matching, limit, maxLimit, onMore }: MoreButtonProps) {
  if (shown >= matching || limit >= maxLimit) return null;
  return <Button onClick={() => onMore(Math.min(limit + step, maxLimit))}>{label}</Button>;
}
