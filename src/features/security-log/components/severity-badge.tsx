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

/** Nothing for a low severity: nearly every event has it, and a badge on each would hide the others. */
export function SeverityBadge({ severity }: SeverityBadgeProps) {
  if (severity === 'low') return null;
  const { tone, Icon } = LOOKS[severity];
  return (
    <Badge tone={tone} className="self-center" icon={<Icon aria-hidden="true" />}>
      {SEVERITY_LABELS[severity]}
    </Badge>
  );
}
