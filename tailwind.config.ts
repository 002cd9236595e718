import type { Config } from 'tailwindcss';

/** Roles, not colours: the values live in brand/tokens.css and change with the theme. */
export default {
  content: ['./index.html', './src/**/*.{ts,tsx}'],
  darkMode: ['selector', '.dark'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      surface: 'var(--surface)',
      raised: 'var(--raised)',
      sunken: 'var(--sunken)',
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      line: 'var(--line)',
      'line-strong': 'var(--line-strong)',
      accent: {
        DEFAULT: 'var(--accent)',
        strong: 'var(--accent-strong)',
        text: 'var(--accent-text)',
        on: 'var(--on-accent)',
      },
      sky: { DEFAULT: 'var(--sky)', on: 'var(--on-sky)', soft: 'var(--sky-soft)' },
      success: { DEFAULT: 'var(--success)', soft: 'var(--success-soft)' },
      warning: { DEFAULT: 'var(--warning)', soft: 'var(--warning-soft)' },
      danger: { DEFAULT: 'var(--danger)', on: 'var(--on-danger)', soft: 'var(--danger-soft)' },
      overlay: 'var(--overlay)',
      cloud: { DEFAULT: 'var(--cloud)', shade: 'var(--cloud-shade)', sun: 'var(--sun)' },
    },
    fontFamily: {
      display: 'var(--font-display)',
      text: 'var(--font-text)',
      mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    },
    fontSize: {
      small: ['0.875rem', { lineHeight: '1.45' }],
      base: ['1rem', { lineHeight: '1.5' }],
      body: ['clamp(1.0625rem, 1.03rem + 0.15vw, 1.125rem)', { lineHeight: '1.6' }],
      lead: ['clamp(1.1875rem, 1.1rem + 0.4vw, 1.4375rem)', { lineHeight: '1.5' }],
      h4: ['clamp(1.1875rem, 1.15rem + 0.2vw, 1.3125rem)', { lineHeight: '1.3' }],
      h3: ['clamp(1.4375rem, 1.3rem + 0.6vw, 1.75rem)', { lineHeight: '1.2' }],
      h2: ['clamp(1.875rem, 1.45rem + 1.75vw, 3rem)', { lineHeight: '1.12' }],
      display: ['clamp(2.75rem, 1.75rem + 4.3vw, 5.5rem)', { lineHeight: '1.02' }],
      tagline: ['clamp(2.5rem, 6.98vw, 5.69rem)', { lineHeight: '1.02' }],
    },
    borderRadius: { none: '0', control: '4px', picture: '14px', full: '9999px' },
    boxShadow: { none: 'none', soft: 'var(--shadow-soft)' },
    screens: { tablet: '768px', desktop: '1024px', wide: '1280px' },
    extend: {
      letterSpacing: { display: '-0.03em' },
      // Not in ch, which is as wide as a digit of the face in use: lines would break elsewhere in another.
      maxWidth: { content: '1200px', measure: '34em' },
      spacing: {
        section: 'var(--section)',
        gutter: 'var(--gutter)',
      },
      transitionDuration: { control: '160ms', reveal: '400ms' },
    },
  },
} satisfies Config;
