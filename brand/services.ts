/**
 * The services in display order. `id` is the anchor on /services and the value in the contact form, where
 * `label` stands for it. Separate from texts/services.ts, because the footer of every page needs only these.
 */
export const services = [
  {
    id: 'virtual-assistant',
    title: 'Virtual Assistant Placement',
    label: 'Virtual Assistant Placement',
  },
  { id: 'ai-implementation', title: 'AI Implementation', label: 'AI Implementation' },
  { id: 'web-development', title: 'Web & App Development', label: 'Web Development' },
  {
    id: 'creative-design',
    title: 'Creative Design & Branding',
    label: 'Creative Design & Branding',
  },
  { id: 'digital-marketing', title: 'Digital Marketing', label: 'Digital Marketing' },
] as const;
