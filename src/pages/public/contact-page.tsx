import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { ContactWays } from '@/components/sections/contact-ways';
import { ButtonLink } from '@/components/ui/button';
import { contactContent } from '@/content/contact';
import { offices } from '@/content/offices';
import { services } from '@/content/services';
import { site } from '@/content/site';
import { OfficeRows } from '@/features/offices/components/office-list';
import { useAppState } from '@/hooks/use-app-state';
import { useDocumentMeta } from '@/lib/seo';

export function ContactPage() {
  const { meta, hero, getInTouch } = contactContent;
  useDocumentMeta({ title: `${meta.title} | ${site.name}`, description: meta.description });
  const { selectedServiceId } = useAppState();
  const selected = services.find(({ id }) => id === selectedServiceId);
  return (
    <>
      <PageHero
        title={hero.title}
        lead={hero.lead}
        actions={
          <ButtonLink to={hero.action.to} variant="primary" size="large">
            {hero.action.label}
          </ButtonLink>
        }
      />
      <Section
        id={getInTouch.id}
        title={getInTouch.title}
        lead={getInTouch.lead}
        layout="margin"
        // The section brings its own air: without this the jump ends far above the heading.
        className="tablet:-scroll-mt-16"
      >
        <ContactWays
          labels={getInTouch.ways}
          email={site.email}
          phone={site.phone}
          address={site.postalAddress}
          subject={selected?.title}
        />
        <h3 className="mt-12 text-h4">{getInTouch.hints.title}</h3>
        <ul className="mt-3 grid max-w-measure list-['–__'] gap-2 ps-6 text-muted marker:text-accent-text">
          {getInTouch.hints.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Section>
      <OfficesSection />
    </>
  );
}

function OfficesSection() {
  const { title, headline, lead } = contactContent.offices;
  return (
    <Section id="offices" tone="raised" className="border-t border-line">
      <h2 className="font-text text-small font-semibold text-muted tracking-normal">{title}</h2>
      <h3 className="mt-3 text-h2">{headline}</h3>
      <p className="mt-4 mb-12 text-lead text-muted">{lead}</p>
      <OfficeRows offices={offices} />
    </Section>
  );
}
