import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CloudBank } from '@/components/layout/cloud-bank';
import { PageHero } from '@/components/layout/page-hero';
import { CallToAction } from '@/components/sections/call-to-action';
import { Cloud } from '@/components/layout/sky-shapes';

vi.mock('@brand/motif', () => ({ motif: 'none' }));

test('without a motif neither heads of pages nor banks and clouds are drawn', () => {
  const { container, getByRole } = render(
    <>
      <PageHero title="What we do" scene="services" />
      <CloudBank />
      <CallToAction title="Write to us" scene="sent" />
      <Cloud />
    </>,
  );
  expect(getByRole('heading', { name: 'What we do' })).toBeVisible();
  expect(container.querySelectorAll('svg, .hero-sun, .hero-scene')).toHaveLength(0);
});
