import { clsx } from 'clsx';
import { ErrorBoundary } from '@/components/error-boundary';
import { Image } from '@/components/image';
import type { Office } from '@/content/offices';
import { ABOUT_KEY_SERVICES_COUNT } from '@/lib/constants';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import { useMinute } from '@/hooks/use-minute';
import { sunOver } from '../sky';
import { OfficePostcard } from './office-card';

type OfficesProps = { offices: readonly Office[] };

/** Two and four offices stand in pairs, the others in threes. */
const columnClasses = (count: number) =>
  count === 1 ? '' : count === 2 || count === 4 ? 'tablet:grid-cols-2' : 'tablet:grid-cols-3';

/** Cards side by side, on phones below each other. */
export function OfficePostcards({ offices }: OfficesProps) {
  return (
    <ErrorBoundary level="component">
      <ul className={clsx('grid gap-x-6 gap-y-14 desktop:gap-x-10', columnClasses(offices.length))}>
        {offices.map((office) => (
          <li key={office.id}>
            <OfficePostcard
              office={office}
              isAlone={offices.length === 1}
              shownServices={ABOUT_KEY_SERVICES_COUNT}
              picture={
                <OfficePicture
                  office={office}
                  sizes={`(min-width: 1024px) 360px, (min-width: 768px) 29vw, ${COLUMN_ON_PHONE}`}
                />
              }
            />
          </li>
        ))}
      </ul>
    </ErrorBoundary>
  );
}

/** By day and at night as it is there now; as the theme has it while the time or the place is not known. */
function OfficePicture({ office, sizes }: { office: Office; sizes: string }) {
  const now = useMinute();
  const sun = now && office.place && sunOver(office.place, now);
  return (
    <Image
      image={office.image}
      alt={office.imageAlt}
      aspect="feature"
      time={sun ? (sun.height > 0 ? 'day' : 'night') : undefined}
      sizes={sizes}
      className="rounded-picture"
    />
  );
}
