import { offices } from '@brand/offices';
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { site, type SiteLink } from '@/content/site';
import { FOOTER_SERVICES_COUNT } from '@/lib/constants';
import { isStaffArea, paths } from '@/lib/paths';
import { telephoneLink } from '@/lib/links';
import { CloudBank } from './cloud-bank';
import { Logo } from './logo';

export type FooterService = { id: string; title: string };

export type SiteFooterProps = {
  /** All services in their order; the first four are listed, with a link to the others. */
  services: readonly FooterService[];
  /** The current year. A prop, because prerendered components must not read the clock. */
  year: number;
};

/** Not drawn again when the menu opens. */
export const SiteFooter = memo(function SiteFooter({ services, year }: SiteFooterProps) {
  const isHome = useLocation().pathname === paths.home;
  const serviceLinks = services
    .slice(0, FOOTER_SERVICES_COUNT)
    .map(({ id, title }) => ({ label: title, to: paths.services.to(id) }));
  if (services.length > FOOTER_SERVICES_COUNT) {
    serviceLinks.push({ label: 'All services', to: paths.services.to() });
  }
  return (
    <footer className="site-footer dark relative bg-sunken text-ink">
      {/* A call to action above, which has the same colour, covers both rows. */}
      <CloudBank isFar className="absolute bottom-full h-14 text-cloud tablet:h-24" />
      <CloudBank className="absolute bottom-full -mb-px h-7 text-sunken tablet:h-11" />
      <div className="until-near mx-auto max-w-content px-gutter pt-14 pb-10 tablet:pt-20 wide:px-0">
        <div className="grid grid-cols-2 gap-x-8 gap-y-10 desktop:grid-cols-[2fr_1fr_1.5fr]">
          <div className="max-desktop:col-span-2">
            <Link to={paths.home} aria-label={site.name} className="inline-block rounded-control">
              <Logo />
            </Link>
            <address className="mt-5 grid justify-items-start text-base text-muted">
              <a href={`mailto:${site.email}`} className="link list-link text-ink">
                {site.email}
              </a>
              <a href={telephoneLink(site.phone)} className="list-link hover:text-ink">
                {site.phone}
              </a>
              <span>{offices.map(({ city }) => city).join(', ')}</span>
            </address>
          </div>
          <FooterNav title="Quick Links" links={site.quickLinks} />
          <FooterNav title="Services" links={serviceLinks} />
        </div>
        {isHome && (
          // May break: readers can space letters wider.
          <p className="heading mt-16 text-tagline tracking-display text-line-strong tablet:mt-20">
            {site.tagline}
          </p>
        )}
        <div className="mt-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-5 text-small text-muted">
          <nav aria-label="Legal">
            <ul className={line}>
              {site.legalLinks.map((link) => (
                <FooterLink key={link.to} {...link} />
              ))}
            </ul>
          </nav>
          <nav aria-label="Social">
            <ul className={line}>
              {site.social.map(({ label, href }) => (
                <li key={label}>
                  <a href={href} rel="noopener noreferrer" className="list-link hover:text-ink">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {/* One text: React marks the seams of several in the HTML of every page. */}
          <p
            data-year=""
            suppressHydrationWarning
            className="basis-full"
          >{`© ${year} ${site.name}. All rights reserved.`}</p>
        </div>
      </div>
    </footer>
  );
});

const line = 'flex flex-wrap gap-x-6';

function FooterNav({ title, links }: { title: string; links: readonly SiteLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="sans-heading text-small text-muted">{title}</h2>
      <ul className="mt-3 grid justify-items-start text-base">
        {links.map((link) => (
          <FooterLink key={link.to} {...link} />
        ))}
      </ul>
    </nav>
  );
}

function FooterLink({ label, to }: SiteLink) {
  return (
    <li>
      <Link to={to} reloadDocument={isStaffArea(to)} className="list-link">
        {label}
      </Link>
    </li>
  );
}
