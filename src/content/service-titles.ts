/**
 * Titles by id, in display order. Separate from services.ts, because the footer of every page needs only
 * the titles.
 */
export const serviceTitles = {
  'virtual-assistant': 'Virtual Assistant Placement',
  'ai-implementation': 'AI Implementation',
  'web-development': 'Web & App Development',
  'creative-design': 'Creative Design & Branding',
  'digital-marketing': 'Digital Marketing',
} as const;
