/**
 * What the heroes of pictures.ts show, for the social cards made of them. Separate, because every page needs
 * these and not all need the pictures.
 */
export const heroAlts = {
  home: 'Someone hangs clouds on a line to dry, beside a small house with a red roof.',
  about: 'Three people and a cat on a bench in front of a big setting sun.',
  services: 'A woman flies five kites at once, one for each service.',
  projects: 'Two people look at four framed pieces of work that hang on a line.',
  blog: 'A reader in an armchair on a cloud at night; pages fly away as birds.',
  contact: 'A woman puts a letter into a big red mailbox; a bird brings another one.',
} as const;
