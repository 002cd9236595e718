/** Pages with a picture `hero-<page>` in brand/art, and a social card made of it. */
export const HERO_PAGES = ['home', 'about', 'services', 'projects', 'blog', 'contact'];

/** 'serviceWebDevelopment' of 'service-web-development', as in brand/pictures.generated.ts. */
export const camelCase = (name: string) =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
