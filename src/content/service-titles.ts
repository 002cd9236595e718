/**
 * By id, in the order the services are offered. Apart from everything else about them, because the
 * foot of every page names them.
 */
export const serviceTitles = {
  'virtual-assistant': 'Virtual Assistant Placement',
  'ai-implementation': 'AI Implementation',
  'web-development': 'Web & App Development',
  'creative-design': 'Creative Design & Branding',
  'digital-marketing': 'Digital Marketing',
} as const;
