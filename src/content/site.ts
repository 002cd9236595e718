import { agency } from '@brand/agency';
import { paths } from '@/lib/paths';

export type SiteLink = { label: string; to: string };

/** The facts of the agency, and the links in header and footer. */
export const site = {
  ...agency,
  nav: [
    { label: 'Home', to: paths.home },
    { label: 'About', to: paths.about },
    { label: 'Services', to: paths.services.to() },
    { label: 'Projects', to: paths.projects },
    { label: 'Contact', to: paths.contact },
  ],
  quickLinks: [
    { label: 'Home', to: paths.home },
    { label: 'About', to: paths.about },
    { label: 'Projects', to: paths.projects },
    { label: 'Blog', to: paths.blog },
    { label: 'Contact', to: paths.contact },
  ],
  legalLinks: [
    { label: 'Privacy Policy', to: paths.privacy },
    { label: 'Terms of Service', to: paths.terms },
    { label: 'Cookie Policy', to: paths.cookie },
    { label: 'Admin Login', to: paths.admin },
  ],
} satisfies {
  nav: readonly SiteLink[];
  quickLinks: readonly SiteLink[];
  legalLinks: readonly SiteLink[];
  [fact: string]: unknown;
};
