import { useState } from 'react';
import { ErrorBoundary } from '@/components/error-boundary';
import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { ContactWays } from '@/components/sections/contact-ways';
import { ButtonLink } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { contactContent } from '@brand/texts/contact';
import { offices } from '@brand/texts/offices';
import { pageMeta } from '@/content/page-meta';
import { services, servicesContent } from '@brand/texts/services';
import { site } from '@/content/site';
import { ContactForm, type KnownOrigin } from '@/features/enquiries/components/contact-form';
import { OfficeRows } from '@/features/offices/components/office-rows';
import { officeData } from '@/features/offices/structured-data';
import { useAppState } from '@/hooks/use-app-state';
import { useIsHydrating } from '@/hooks/use-is-hydrating';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';
import { readVisit } from '@/lib/visit';

type Service = (typeof services)[number];

export function ContactPage() {
  const { meta, hero } = contactContent;
  useDocumentMeta(
    pageMeta({
      ...meta,
      social: 'contact',
      structuredData: import.meta.env.SSR ? officeData(offices) : undefined,
    }),
  );
  const selectedServiceId = useAppState('selectedServiceId');
  const selected = services.find(({ id }) => id === selectedServiceId);
  const [isSent, setIsSent] = useState(false);
  return (
    <>
      <PageHero
        title={hero.title}
        lead={hero.lead}
        scene="contact"
        actions={
          <ButtonLink to={hero.action.to} variant="primary" size="large">
            {hero.action.label}
          </ButtonLink>
        }
      />
      <FormSection selected={selected} isSent={isSent} onSentChange={setIsSent} />
      {!isSent && <WaysSection subject={selected?.title} />}
      <OfficesSection />
    </>
  );
}

type FormSectionProps = {
  /** The service whose 'Contact Us' link the visitor followed. */
  selected: Service | undefined;
  isSent: boolean;
  onSentChange: (isSent: boolean) => void;
};

/** Beside the form: what to write; after sending, what happens next. */
function FormSection({ selected, isSent, onSentChange }: FormSectionProps) {
  const { getInTouch, form } = contactContent;
  const origin = useOrigin(selected);
  return (
    <Section
      id={getInTouch.id}
      title={getInTouch.title}
      lead={getInTouch.lead}
      layout="margin"
      {...(isSent
        ? { action: <Notes {...getInTouch.next} /> }
        : { aside: <Notes {...getInTouch.hints} /> })}
    >
      <div id={form.id} className="scroll-mt-[calc(var(--header-height)+1.5rem)]">
        <ErrorBoundary level="component">
          <ContactForm
            suggestedService={selected?.id ?? null}
            origin={origin}
            onSentChange={onSentChange}
            messageHint={form.messageHint}
            privacy={
              <p>
                {form.privacy.text} <TextLink to={paths.privacy}>{form.privacy.link}</TextLink>
              </p>
            }
          />
        </ErrorBoundary>
      </div>
    </Section>
  );
}

/** What the visitor can tell about the way here; null if that is only this page. */
function useOrigin(selected: Service | undefined): KnownOrigin | null {
  // The prerendered page knows no visit.
  const visit = useIsHydrating() ? null : readVisit();
  const { page = paths.services.to(), host, studies = [] } = visit ?? {};
  const labels = [
    ...(visit && (host || page !== paths.contact) ? [host ? `${page}, from ${host}` : page] : []),
    ...(selected ? [`${servicesContent.meta.title}: ${selected.title}`] : []),
    ...studies.map(paths.project.to).filter((path) => path !== page),
  ];
  if (labels.length === 0) return null;
  const services = selected ? [selected.id] : [];
  return { sent: { page, host, services, studies: [...studies] }, labels };
}

function Notes({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div className="mt-8 max-w-measure border-t border-line pt-6 text-base desktop:mt-10">
      <h3 className="sans-heading">{title}</h3>
      <ul className="mt-3 grid dash-list gap-2 ps-6 text-muted">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

function WaysSection({ subject }: { subject: string | undefined }) {
  const { title, lead, labels } = contactContent.ways;
  return (
    <Section id="ways" tone="sunken" title={title} lead={lead} layout="margin">
      <ContactWays
        labels={labels}
        email={site.email}
        phone={site.phone}
        address={site.postalAddress}
        subject={subject}
      />
    </Section>
  );
}

function OfficesSection() {
  const { heading, title, headline, lead } = contactContent.offices;
  return (
    <Section id="offices" title={heading}>
      <div className="-mt-4 mb-10 text-base text-muted *:inline *:font-text *:tracking-normal">
        <h3>{title}</h3> / <h3>{headline}</h3> / <p>{lead}</p>
      </div>
      <OfficeRows offices={offices} />
    </Section>
  );
}
