import { CircleDashed, OctagonAlert, Siren, TriangleAlert } from 'lucide-react';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { SecuritySeverity } from '@/lib/security-log';
import { SEVERITY_LABELS } from '../model';

const LOOKS: Record<SecuritySeverity, { tone: BadgeTone; Icon: typeof Siren }> = {
  critical: { tone: 'danger', Icon: Siren },
  high: { tone: 'danger', Icon: OctagonAlert },
  medium: { tone: 'warning', Icon: TriangleAlert },
  low: { tone: 'neutral', Icon: CircleDashed },
};

export type SeverityBadgeProps = { severity: SecuritySeverity };

export function SeverityBadge({ severity }: SeverityBadgeProps) {
  const { tone, Icon } = LOOKS[severity];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {SEVERITY_LABELS[severity]}
    </Badge>
  );
}
