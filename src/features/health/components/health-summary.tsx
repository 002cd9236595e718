import { Fragment } from 'react';
import { Alert } from '@/components/ui/alert';
import { lineId, needsAttention, type HealthLine } from './health-groups';

/** One sentence about all checks. */
export function HealthSummary({ lines }: { lines: readonly HealthLine[] }) {
  const isPending = lines.some(({ result }) => result.isPending);
  const bad = lines.filter(needsAttention);
  return (
    <div role="status" className="mb-8">
      {isPending ? (
        <Alert kind="info" isSilent title={`Checking ${lines.length} things…`} />
      ) : bad.length === 0 ? (
        <Alert kind="success" isSilent title={`All ${lines.length} checks are good.`} />
      ) : (
        <Alert
          kind="warning"
          isSilent
          title={`${bad.length} of ${lines.length} ${bad.length === 1 ? 'needs' : 'need'} attention.`}
        >
          {bad.map(({ check }, index) => (
            <Fragment key={check.key}>
              {index > 0 && ', '}
              <a href={`#${lineId(check)}`} className="link">
                {check.name}
              </a>
            </Fragment>
          ))}
        </Alert>
      )}
    </div>
  );
}
