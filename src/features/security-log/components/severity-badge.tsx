import { OctagonAlert, Siren, TriangleAlert } from 'lucide-react';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { SecuritySeverity } from '@/lib/security-log';
import { SEVERITY_LABELS } from '../model';

const LOOKS: Record<Exclude<SecuritySeverity, 'low'>, { tone: BadgeTone; Icon: typeof Siren }> = {
  critical: { tone: 'danger', Icon: Siren },
  high: { tone: 'danger', Icon: OctagonAlert },
  medium: { tone: 'warning', Icon: TriangleAlert },
};

export type SeverityBadgeProps = { severity: SecuritySeverity };

export function SeverityBadge({ severity }: SeverityBadgeProps) {
  // Nearly every event is low: a badge on each would hide the others.
  if (severity === 'low')
    return <span className="text-small text-muted">{SEVERITY_LABELS.low}</span>;
  const { tone, Icon } = LOOKS[severity];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {SEVERITY_LABELS[severity]}
    </Badge>
  );
}
