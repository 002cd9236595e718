/** In forms and tags. A service that staff have renamed has no label of its own: the title stands for it. */
export function serviceName({ title, label }: { title: string; label?: string }): string {
  return label || title;
}
