import { Badge } from '@/components/ui/badge';

export type KeyServicesProps = {
  services: readonly string[];
  /** How many are shown; the rest is counted. */
  shown: number;
};

export function KeyServices({ services, shown }: KeyServicesProps) {
  const hiddenCount = services.length - shown;
  return (
    <ul aria-label="Key services" className="flex flex-wrap gap-2">
      {services.slice(0, shown).map((service) => (
        <li key={service} className="flex max-w-full">
          <Badge icon={null}>{service}</Badge>
        </li>
      ))}
      {hiddenCount > 0 && (
        <li className="flex">
          <Badge icon={null}>{`+${hiddenCount} more`}</Badge>
        </li>
      )}
    </ul>
  );
}
