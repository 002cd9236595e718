import type { Hit } from '@/features/search/api';
import { editPath, paths } from '@/lib/paths';

export function pathOf({ kind, id, title }: Hit): string {
  switch (kind) {
    case 'case-study':
    case 'post':
      return editPath(kind, id);
    case 'page':
      return editPath('page-texts', id);
    case 'enquiry':
      return `${paths.adminEnquiries}?enquiry=${id}`;
    case 'picture':
      return `${paths.adminImages}?search=${encodeURIComponent(title)}`;
    case 'member':
      return paths.adminPeople;
  }
}
