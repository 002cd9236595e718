// Written by npm run brand from brand/art.

export const aboutPhilosophy = {
  name: 'about-philosophy',
  width: 1500,
  height: 1000,
  color: '#f8e8d8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const fallbackAiImplementation = {
  name: 'fallback-ai-implementation',
  width: 1600,
  height: 900,
  color: '#e8f8e8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const fallbackCreativeDesign = {
  name: 'fallback-creative-design',
  width: 1600,
  height: 900,
  color: '#f8e8b8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const fallbackDefault = {
  name: 'fallback-default',
  width: 1600,
  height: 900,
  color: '#c8d8f8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const fallbackDigitalMarketing = {
  name: 'fallback-digital-marketing',
  width: 1600,
  height: 900,
  color: '#f8d8b8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const fallbackVirtualAssistant = {
  name: 'fallback-virtual-assistant',
  width: 1600,
  height: 900,
  color: '#f8e8d8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const fallbackWebDevelopment = {
  name: 'fallback-web-development',
  width: 1600,
  height: 900,
  color: '#b8d8f8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const heroAbout = {
  name: 'hero-about',
  width: 2100,
  height: 900,
  color: '#f8d8b8',
  widths: [320, 640, 960, 1280, 1920],
} as const;

export const heroBlog = {
  name: 'hero-blog',
  width: 2100,
  height: 900,
  color: '#081828',
  widths: [320, 640, 960, 1280, 1920],
} as const;

export const heroContact = {
  name: 'hero-contact',
  width: 2100,
  height: 900,
  color: '#e8e8f8',
  widths: [320, 640, 960, 1280, 1920],
} as const;

export const heroHome = {
  name: 'hero-home',
  width: 2100,
  height: 900,
  color: '#b8d8f8',
  widths: [320, 640, 960, 1280, 1920],
} as const;

export const heroProjects = {
  name: 'hero-projects',
  width: 2100,
  height: 900,
  color: '#d8e8e8',
  widths: [320, 640, 960, 1280, 1920],
} as const;

export const heroServices = {
  name: 'hero-services',
  width: 2100,
  height: 900,
  color: '#f8e8d8',
  widths: [320, 640, 960, 1280, 1920],
} as const;

export const logo = {
  name: 'logo',
  width: 1121,
  height: 176,
  color: 'transparent',
  widths: [320, 640, 960],
} as const;

export const logoNight = {
  name: 'logo-night',
  width: 1121,
  height: 176,
  color: 'transparent',
  widths: [320, 640, 960],
} as const;

export const mark = {
  name: 'mark',
  width: 640,
  height: 512,
  color: 'transparent',
  widths: [320, 640],
} as const;

export const officeBrooklyn = {
  name: 'office-brooklyn',
  width: 1500,
  height: 1000,
  color: '#c8d8f8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const officeLosAngeles = {
  name: 'office-los-angeles',
  width: 1500,
  height: 1000,
  color: '#f8d8b8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const officeSkopje = {
  name: 'office-skopje',
  width: 1500,
  height: 1000,
  color: '#c8d8f8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const placeholder1 = {
  name: 'placeholder-1',
  width: 1600,
  height: 900,
  color: '#b8d8f8',
  widths: [320, 640, 960, 1280],
} as const;

export const placeholder2 = {
  name: 'placeholder-2',
  width: 1600,
  height: 900,
  color: '#2868d8',
  widths: [320, 640, 960, 1280],
} as const;

export const placeholder3 = {
  name: 'placeholder-3',
  width: 1600,
  height: 900,
  color: '#b8d8f8',
  widths: [320, 640, 960, 1280],
} as const;

export const placeholder4 = {
  name: 'placeholder-4',
  width: 1600,
  height: 900,
  color: '#d8e8e8',
  widths: [320, 640, 960, 1280],
} as const;

export const placeholder5 = {
  name: 'placeholder-5',
  width: 1600,
  height: 900,
  color: '#081828',
  widths: [320, 640, 960, 1280],
} as const;

export const serviceAiImplementation = {
  name: 'service-ai-implementation',
  width: 1500,
  height: 1000,
  color: '#d8e8e8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const serviceCreativeDesign = {
  name: 'service-creative-design',
  width: 1500,
  height: 1000,
  color: '#f8e8b8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const serviceDigitalMarketing = {
  name: 'service-digital-marketing',
  width: 1500,
  height: 1000,
  color: '#c8d8f8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const serviceVirtualAssistant = {
  name: 'service-virtual-assistant',
  width: 1500,
  height: 1000,
  color: '#f8e8d8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const serviceWebDevelopment = {
  name: 'service-web-development',
  width: 1500,
  height: 1000,
  color: '#c8d8f8',
  hasNight: true,
  widths: [320, 640, 960, 1280],
} as const;

export const teamElenaStojanovska = {
  name: 'team-elena-stojanovska',
  width: 1000,
  height: 1000,
  color: '#d8e8e8',
  hasNight: true,
  widths: [320, 640, 960],
} as const;

export const teamMaraEllison = {
  name: 'team-mara-ellison',
  width: 1000,
  height: 1000,
  color: '#c8d8f8',
  hasNight: true,
  widths: [320, 640, 960],
} as const;

export const teamTheoMarsh = {
  name: 'team-theo-marsh',
  width: 1000,
  height: 1000,
  color: '#f8d8b8',
  hasNight: true,
  widths: [320, 640, 960],
} as const;

export const ufo = {
  name: 'ufo',
  width: 320,
  height: 180,
  color: 'transparent',
  widths: [320],
} as const;

export const valueCollaboration = {
  name: 'value-collaboration',
  width: 1200,
  height: 900,
  color: '#c8d8f8',
  hasNight: true,
  widths: [320, 640, 960],
} as const;

export const valueIntentionality = {
  name: 'value-intentionality',
  width: 1200,
  height: 900,
  color: '#f8e8b8',
  hasNight: true,
  widths: [320, 640, 960],
} as const;

export const valueJoy = {
  name: 'value-joy',
  width: 1200,
  height: 900,
  color: '#182848',
  widths: [320, 640, 960],
} as const;
