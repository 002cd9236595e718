import { Clouds, CloudsToggle } from '@/components/clouds/clouds';
import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { CallToAction } from '@/components/sections/call-to-action';
import { ServiceList } from '@/components/sections/service-list';
import { ButtonLink } from '@/components/ui/button';
import { pageMeta } from '@/content/page-meta';
import { services, servicesContent } from '@brand/texts/services';
import { serviceData } from '@/content/structured-data/services';
import { selectService } from '@/lib/app-state';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const SKY_SEED = 41;

export function ServicesPage() {
  const { meta, hero, closing } = servicesContent;
  useDocumentMeta(
    pageMeta({
      ...meta,
      social: 'services',
      structuredData: import.meta.env.SSR ? serviceData() : undefined,
    }),
  );
  return (
    <>
      <PageHero
        title={hero.title}
        lead={hero.lead}
        scene="services"
        sky={<Clouds seed={SKY_SEED} />}
        skyControl={<CloudsToggle className="-ms-3" />}
      />
      <Section label={meta.title} className="overflow-x-clip">
        <ServiceList services={services} onSelect={handleSelect} />
      </Section>
      <CallToAction
        title={closing.title}
        text={closing.text}
        scene="lost"
        actions={
          <ButtonLink to={paths.contact} variant="primary" size="large">
            {closing.action}
          </ButtonLink>
        }
      />
    </>
  );
}

function handleSelect(id: string) {
  try {
    selectService(id);
  } catch (error) {
    notify({
      type: 'error',
      title: 'Service Selection Failed',
      description: messageOf(error),
    });
  }
}
