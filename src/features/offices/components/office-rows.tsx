import { ErrorBoundary } from '@/components/error-boundary';
import type { Office } from '@/content/offices';
import { CONTACT_KEY_SERVICES_COUNT } from '@/lib/constants';
import { OfficeRow } from './office-card';
import { OfficeWindow } from './office-windows';

/** Rows with all contact details. */
export function OfficeRows({ offices }: { offices: readonly Office[] }) {
  return (
    <ErrorBoundary level="component">
      <ul className="border-b border-line">
        {offices.map((office) => (
          <li key={office.id}>
            <OfficeRow
              office={office}
              shownServices={CONTACT_KEY_SERVICES_COUNT}
              picture={<OfficeWindow office={office} offices={offices} />}
            />
          </li>
        ))}
      </ul>
    </ErrorBoundary>
  );
}
