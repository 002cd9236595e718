import { clsx } from 'clsx';
import { motif } from '@brand/motif';

const tops =
  'M0 120V92c26-26 72-22 88 2 24-30 80-30 102-2 14-14 38-14 50-2 26-48 112-52 142-6 30-28 88-22 104 8 18-16 48-16 62 0 34-42 120-40 146 2 16-16 46-16 60-2 32-58 142-62 174-6 24-26 76-24 94 4 22-22 62-20 78 0 28-36 96-36 120-2 20-22 62-20 78 2 32-24 92-24 142-6V120Z';

export type CloudBankProps = {
  className?: string;
  /** For the row behind another one: the same shape mirrored. */
  isFar?: boolean;
};

/**
 * A row of cloud tops along an edge, in the text colour; position and height come from `className`. Wide
 * windows stretch it, narrow ones show a part of it.
 */
export function CloudBank({ className, isFar = false }: CloudBankProps) {
  if (motif === 'none') return null;
  return (
    <div aria-hidden="true" className={clsx('inset-x-0 overflow-hidden', className)}>
      <svg viewBox="0 16 1440 104" preserveAspectRatio="none" className="cloud-row">
        <path
          fill="currentColor"
          d={tops}
          transform={isFar ? 'matrix(-1 0 0 1 1440 0)' : undefined}
        />
      </svg>
    </div>
  );
}
