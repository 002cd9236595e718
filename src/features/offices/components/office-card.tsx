import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Badge } from '@/components/ui/badge';
import type { Office } from '@/content/offices';
import { telephoneLink } from '@/lib/links';
import { KeyServices } from './key-services';
import { OfficeClock, OfficeOpening } from './office-clock';

export type OfficeCardProps = {
  office: Office;
  shownServices: number;
  picture: ReactNode;
};

/** Picture, clock and services; the text is beside the picture if there is no other card. */
export function OfficePostcard({
  office,
  shownServices,
  picture,
  isAlone = false,
}: OfficeCardProps & { isAlone?: boolean }) {
  return (
    <article
      aria-label={office.city}
      data-office={office.id}
      className={clsx(
        'grid content-start gap-x-10 gap-y-5',
        isAlone && 'tablet:grid-cols-2 tablet:items-center',
      )}
    >
      {picture}
      <div>
        <div className="flex items-baseline justify-between gap-x-4 gap-y-1 border-b border-line pb-4 tablet:max-desktop:flex-col">
          <div>
            <h3 className="text-h3">{office.city}</h3>
            <p className="text-base text-muted">{office.country}</p>
          </div>
          <OfficeClock
            timeZone={office.timeZone}
            className="font-display text-h4 whitespace-nowrap max-tablet:justify-items-end desktop:justify-items-end"
          />
        </div>
        <p className="mt-4 font-semibold">{office.specialization}</p>
        <p className="mt-1 text-base text-muted">{office.description}</p>
        <div className="mt-5">
          <KeyServices services={office.keyServices} shown={shownServices} />
        </div>
      </div>
    </article>
  );
}

/** A row across the page: address, opening hours and contact. */
export function OfficeRow({ office, shownServices, picture }: OfficeCardProps) {
  return (
    <article
      aria-label={office.city}
      data-office={office.id}
      className="grid gap-x-12 gap-y-7 border-t border-line py-10 tablet:grid-cols-12 desktop:grid-rows-[auto_1fr] desktop:gap-y-5 desktop:py-14"
    >
      <div className="tablet:col-span-5 desktop:row-span-2">{picture}</div>
      <div className="tablet:col-span-7">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-4 max-desktop:flex-col">
          <div>
            <h4 className="font-display text-h2">{office.city}</h4>
            <p className="text-muted">{office.country}</p>
          </div>
          <p className="flex items-center gap-3 max-desktop:flex-row-reverse">
            <OfficeClock
              timeZone={office.timeZone}
              className="font-display text-h3 whitespace-nowrap desktop:justify-items-end"
            />
            <Badge icon={null}>Live</Badge>
          </p>
        </div>
        <OfficeOpening office={office} className="mt-4 text-base" />
        <p className="mt-5 font-semibold">{office.specialization}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-t border-line pt-5 text-base tablet:col-span-full tablet:grid-cols-[5fr_7fr] desktop:col-span-7 desktop:grid-cols-2">
        <Fact label="Address">
          <address>
            {office.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </Fact>
        <Fact label="Phone">
          <a href={telephoneLink(office.phone)} className="link whitespace-nowrap">
            {office.phone}
          </a>
        </Fact>
        <Fact label="Opening hours">{`${office.hours}, local time`}</Fact>
        <Fact label="Key services">
          <KeyServices services={office.keyServices} shown={shownServices} />
        </Fact>
      </dl>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small font-semibold text-muted">{label}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
